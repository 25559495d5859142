import { words } from './texts.ts'

/** The accounts that a shop in demo mode comes with. Outside demo mode they do not exist. */
export const demoAccounts = [
  { who: words.demoShopper, email: 'shopper@coffee.example', password: 'coffee123' },
  { who: words.demoAdmin, email: 'admin@coffee.example', password: 'coffee123' },
] as const
