/** The texts of the layout. Sections 1, 2 and 8 of the specification prescribe some of them. */
export const texts = {
  opensSoon: 'Opening soon',
  closed: 'Only admins see this page until the shop is open.',
  toStart: 'Set up the shop',
  notFound: 'Sorryyyyyyy, We Have Nothing This URL',
  links: {
    home: 'Home',
    cart: 'My Cart',
    shop: 'My Shop',
    contact: 'Contact',
    dashboard: 'Dashboard',
    login: 'Login',
    signOut: 'Sign Out',
  },
  social: 'Find us on',
  legal: 'Legal',
  copyrightYear: 2022,
}
