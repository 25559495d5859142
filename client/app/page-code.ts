import { findPage } from '#contract/pages.ts'
import type { PageName } from '#contract/pages.ts'
import { lazyPage } from '#client/lib/scripts/lazy-page.tsx'
import type { LazyPage } from '#client/lib/scripts/lazy-page.tsx'

const settingsPage = lazyPage(() => import('#client/shop/settings-page.tsx'), 'SettingsPage')
const coffeePage = lazyPage(() => import('#client/catalogue/coffee/coffee-page.tsx'), 'CoffeePage')
const legalPage = lazyPage(() => import('#client/legal/legal-page.tsx'), 'LegalPage')

/** The components of all pages, by name. The script of a page is loaded when the page is first needed. */
export const pageCode: Record<PageName, LazyPage> = {
  home: lazyPage(() => import('#client/home/home-page.tsx'), 'HomePage'),
  login: lazyPage(() => import('#client/identity/login-page.tsx'), 'LoginPage'),
  register: lazyPage(() => import('#client/identity/register-page.tsx'), 'RegisterPage'),
  forgotPassword: lazyPage(() => import('#client/identity/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  resetPassword: lazyPage(
    () => import('#client/identity/links/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
  confirmSignUp: lazyPage(
    () => import('#client/identity/links/confirm-sign-up-page.tsx'),
    'ConfirmSignUpPage',
  ),
  invitation: lazyPage(() => import('#client/shop/invitation-page.tsx'), 'InvitationPage'),
  withdraw: lazyPage(() => import('#client/account/withdraw-page.tsx'), 'WithdrawPage'),
  subscriptions: lazyPage(() => import('#client/subscriptions/subscriptions-page.tsx'), 'SubscriptionsPage'),
  gift: lazyPage(() => import('#client/gifts/gift-page.tsx'), 'GiftPage'),
  newGift: lazyPage(() => import('#client/gifts/new-gift-page.tsx'), 'NewGiftPage'),
  cancel: lazyPage(() => import('#client/subscriptions/cancel-page.tsx'), 'CancelPage'),
  contact: lazyPage(() => import('#client/messages/contact-page.tsx'), 'ContactPage'),
  imprint: legalPage,
  privacy: legalPage,
  terms: legalPage,
  delivery: legalPage,
  cart: lazyPage(() => import('#client/cart/cart-page.tsx'), 'CartPage'),
  account: lazyPage(() => import('#client/account/account-page.tsx'), 'AccountPage'),
  profile: lazyPage(() => import('#client/account/profile-page.tsx'), 'ProfilePage'),
  ownData: lazyPage(() => import('#client/account/privacy-page.tsx'), 'PrivacyPage'),
  confirmEmail: lazyPage(() => import('#client/account/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  ownReceipt: lazyPage(() => import('#client/account/own-receipt-page.tsx'), 'OwnReceiptPage'),
  checkout: lazyPage(() => import('#client/checkout/checkout-page.tsx'), 'CheckoutPage'),
  checkoutReturn: lazyPage(() => import('#client/checkout/after/return-page.tsx'), 'ReturnPage'),
  coffeeDetails: lazyPage(() => import('#client/catalogue/product-list-page.tsx'), 'ProductListPage'),
  bagDetails: coffeePage,
  coffee: coffeePage,
  search: lazyPage(() => import('#client/catalogue/search/search-page.tsx'), 'SearchPage'),
  coffees: lazyPage(() => import('#client/catalogue/list/coffees-page.tsx'), 'CoffeesPage'),
  shop: lazyPage(() => import('#client/catalogue/manage/brands-page.tsx'), 'BrandsPage'),
  shopCoffees: lazyPage(() => import('#client/catalogue/manage/coffees-page.tsx'), 'CoffeesPage'),
  shopPackets: lazyPage(() => import('#client/catalogue/manage/packets-page.tsx'), 'PacketsPage'),
  shopOrder: lazyPage(() => import('#client/catalogue/sorting/sorting-page.tsx'), 'SortingPage'),
  shopPrices: lazyPage(() => import('#client/catalogue/prices/prices-page.tsx'), 'PricesPage'),
  start: lazyPage(() => import('#client/shop/start/start-page.tsx'), 'StartPage'),
  dashboard: lazyPage(() => import('#client/dashboard/products/products-page.tsx'), 'ProductsPage'),
  fullOrders: lazyPage(() => import('#client/dashboard/orders/full-orders-page.tsx'), 'FullOrdersPage'),
  fullOrder: lazyPage(() => import('#client/dashboard/orders/order-page.tsx'), 'OrderPage'),
  newOrder: lazyPage(() => import('#client/dashboard/counter/new-order-page.tsx'), 'NewOrderPage'),
  pickList: lazyPage(() => import('#client/dashboard/printing/pick-list-page.tsx'), 'PickListPage'),
  packingSlips: lazyPage(
    () => import('#client/dashboard/printing/packing-slips-page.tsx'),
    'PackingSlipsPage',
  ),
  addressLabels: lazyPage(
    () => import('#client/dashboard/printing/packing-slips-page.tsx'),
    'AddressLabelsPage',
  ),
  paymentDesk: lazyPage(() => import('#client/dashboard/desk/desk-page.tsx'), 'PaymentDeskPage'),
  month: lazyPage(() => import('#client/dashboard/month/month-page.tsx'), 'MonthPage'),
  subscriptionDesk: lazyPage(
    () => import('#client/dashboard/subscriptions/subscriptions-page.tsx'),
    'SubscriptionsPage',
  ),
  subscription: lazyPage(
    () => import('#client/dashboard/subscriptions/subscription-page.tsx'),
    'SubscriptionPage',
  ),
  parcels: lazyPage(() => import('#client/dashboard/parcels/parcels-page.tsx'), 'ParcelsPage'),
  lots: lazyPage(() => import('#client/dashboard/lots/lots-page.tsx'), 'LotsPage'),
  packingSlip: lazyPage(() => import('#client/dashboard/printing/order-sheets.tsx'), 'PackingSlipPage'),
  orderReceipt: lazyPage(() => import('#client/dashboard/printing/order-sheets.tsx'), 'OrderReceiptPage'),
  users: lazyPage(() => import('#client/dashboard/users/users-page.tsx'), 'UsersPage'),
  addBrand: lazyPage(() => import('#client/catalogue/manage/brands-page.tsx'), 'AddBrandPage'),
  addCoffee: lazyPage(() => import('#client/catalogue/manage/coffees-page.tsx'), 'AddCoffeePage'),
  addPacket: lazyPage(() => import('#client/catalogue/manage/packets-page.tsx'), 'AddPacketPage'),
  messages: lazyPage(() => import('#client/dashboard/logs/inbox-page.tsx'), 'InboxPage'),
  outbox: lazyPage(() => import('#client/dashboard/logs/outbox-page.tsx'), 'OutboxPage'),
  discounts: lazyPage(() => import('#client/dashboard/discounts/discounts-page.tsx'), 'DiscountsPage'),
  selling: lazyPage(() => import('#client/selling/selling-page.tsx'), 'SellingPage'),
  settings: settingsPage,
  settingsHome: settingsPage,
  settingsContact: settingsPage,
  settingsLegal: settingsPage,
  settingsOpening: settingsPage,
  reviews: lazyPage(() => import('#client/dashboard/logs/reviews-page.tsx'), 'ReviewsPage'),
  audit: lazyPage(() => import('#client/dashboard/logs/audit-page.tsx'), 'AuditPage'),
}

/** What users who are not admins read in place of most pages until the shop is open. */
export const openingSoon: LazyPage = lazyPage(
  () => import('#client/shop/opening-soon-page.tsx'),
  'OpeningSoonPage',
)

/** The page for every unknown URL. */
export const notFound: LazyPage = lazyPage(() => import('./not-found-page.tsx'), 'NotFoundPage')

/** The layout around all pages of the dashboard. Its script is loaded when the layout is first needed. */
export const dashboardFrame: LazyPage = lazyPage(
  () => import('#client/dashboard/layout/dashboard-layout.tsx'),
  'DashboardLayout',
)

/**
 * Loads the scripts of the page at a path and of its layout. Never rejects: if a script cannot be loaded, rendering
 * the page loads it again, and shows the error if that fails too.
 */
export async function loadPage(path: string): Promise<void> {
  const page = findPage(path)
  const loads = [
    (page ? pageCode[page.name] : notFound).load(),
    ...(page?.frame ? [dashboardFrame.load()] : []),
  ]
  await Promise.allSettled(loads)
}
