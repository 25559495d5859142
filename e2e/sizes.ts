/** The two sizes of window that the shop is made for, in CSS px. Tests that choose none run on a desktop. */
export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
