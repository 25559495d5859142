/**
 * The header `Authorization` of a `buyer` call as the guest who has ordered in this browser. Without it, a browser with a
 * session must send an access token, so that no call of a user whose token is not known yet is made as a guest.
 */
export const AS_GUEST = 'Guest'
