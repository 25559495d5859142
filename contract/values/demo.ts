/** The two accounts of the demo shop, whose passwords are public. They exist only in demo mode. */
export const demoAccounts = {
  admin: { name: 'Ada Admin', email: 'admin@coffee.example', password: 'coffee123' },
  shopper: { name: 'Sam Shopper', email: 'shopper@coffee.example', password: 'coffee123' },
} as const
