import { expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { linkOf, menuGroups, menuLinks } from './side-menu.tsx'

test('the menu has the links of the specification, and after them those of the shop', () => {
  expect(menuLinks.map(({ text, to }) => `${text} ${to}`)).toEqual([
    'Single Item Product /dashboard',
    'Full Item Product /dashboard/fullItem',
    'All User /dashboard/allUsers',
    'Add Product /dashboard/addProduct',
    'To pack /dashboard/picklist',
    'Parcels /dashboard/parcels',
    'Payment desk /dashboard/payments',
    'The month /dashboard/month',
    'Selling /dashboard/selling',
    'Settings /dashboard/settings',
    'Messages /dashboard/messages',
    'Audit log /dashboard/messages/audit',
  ])
})

test('in a real shop, the menu has the same links in groups, and that of shop management', () => {
  expect(menuGroups.map(({ title, links }) => [title, ...links.map(({ text }) => text)])).toEqual([
    ['Orders', 'To pack', 'Parcels', 'Single Item Product', 'Full Item Product', 'Payment desk', 'The month'],
    ['Products', 'My Shop', 'Add Product'],
    ['Customers', 'All User', 'Messages'],
    ['Shop', 'Selling', 'Settings', 'Audit log'],
  ])
})

test.each([
  [pages.dashboard, 'Single Item Product'],
  [pages.fullOrders, 'Full Item Product'],
  [pages.fullOrder('0190-abc'), 'Full Item Product'],
  [pages.packingSlip('0190-abc'), 'Full Item Product'],
  [pages.orderReceipt('0190-abc'), 'Full Item Product'],
  [pages.pickList, 'To pack'],
  [pages.month, 'The month'],
  [pages.parcels, 'Parcels'],
  [pages.users, 'All User'],
  [pages.addBrand, 'Add Product'],
  [pages.addPacket, 'Add Product'],
  [pages.selling, 'Selling'],
  [pages.settings, 'Settings'],
  [pages.settingsLegal, 'Settings'],
  [pages.settingsOpening, 'Settings'],
  [pages.messages, 'Messages'],
  [pages.outbox, 'Messages'],
  [pages.audit, 'Audit log'],
  [pages.shopPackets, 'My Shop'],
])('%s belongs to %s', (path, text) => {
  expect(linkOf(path)?.text).toBe(text)
})
