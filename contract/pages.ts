/** The addresses of the pages (specification section 2). `{id}` is filled in by the functions. */
export const pages = {
  home: '/',
  login: '/login',
  register: '/register',
  contact: '/contact',
  cart: '/myCart',
  shop: '/menu',
  dashboard: '/dashboard',
  coffeeDetails: (id: string) => `/coffeeDetails/${encodeURIComponent(id)}`,
  bagDetails: (id: string) => `/bagDetails/${encodeURIComponent(id)}`,
} as const

/** The parts of the home page that its buttons scroll to. */
export const homeSections = { coffees: 'coffees', story: 'story', bags: 'bags' } as const
