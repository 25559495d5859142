/** The texts of the layout. Those of the specification are in sections 1, 2 and 8. */
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
