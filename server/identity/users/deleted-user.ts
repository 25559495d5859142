/**
 * What stands in the place of the name and the email address of a person whose data was erased. The address can belong
 * to no one (RFC 2606).
 */
export const DELETED_USER = { name: 'Deleted user', email: 'deleted@user.invalid' } as const
