/** The texts of the layout that the specification fixes (sections 1, 2 and 8), and our own beside them. */
export const texts = {
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
  tagline: 'Small-batch coffee, roasted on Tuesdays, at its best by Sunday.',
  copyrightYear: 2022,
}
