import { expect, test } from 'vitest'
import { staffPath } from '#client/identity/staff-path.ts'
import { pages } from '#contract/pages.ts'
import { linkOf, menuGroups, menuLinks } from './side-menu.tsx'

test('the menu has the links of the specification, and after them those of the shop', () => {
  expect(menuLinks.map(({ text, to }) => `${text} ${to}`)).toEqual([
    'Single Item Product /dashboard',
    'Full Item Product /dashboard/fullItem',
    'All User /dashboard/allUsers',
    'Add Product /dashboard/addProduct',
    'New order /dashboard/new-order',
    'To pack /dashboard/picklist',
    'Parcels /dashboard/parcels',
    'Subscriptions /dashboard/subscriptions',
    'Payment desk /dashboard/payments',
    'Roast book /dashboard/lots',
    'Discounts /dashboard/discounts',
    'The month /dashboard/month',
    'Selling /dashboard/selling',
    'Settings /dashboard/settings',
    'Messages /dashboard/messages',
    'Audit log /dashboard/messages/audit',
  ])
})

test('in a real shop, the menu has the same links in groups, and that of shop management', () => {
  expect(menuGroups.map(({ title, links }) => [title, ...links.map(({ text }) => text)])).toEqual([
    [
      'Orders',
      'New order',
      'To pack',
      'Parcels',
      'Subscriptions',
      'Single Item Product',
      'Full Item Product',
      'Payment desk',
      'The month',
    ],
    ['Products', 'My Shop', 'Add Product', 'Roast book'],
    ['Customers', 'All User', 'Messages'],
    ['Shop', 'Discounts', 'Selling', 'Settings', 'Audit log'],
  ])
})

test.each([
  [pages.dashboard, 'Single Item Product'],
  [pages.fullOrders, 'Full Item Product'],
  [pages.fullOrder('0190-abc'), 'Full Item Product'],
  [pages.packingSlip('0190-abc'), 'Full Item Product'],
  [pages.orderReceipt('0190-abc'), 'Full Item Product'],
  [pages.newOrder, 'New order'],
  [pages.pickList, 'To pack'],
  [pages.packingSlips, 'To pack'],
  [pages.addressLabels, 'To pack'],
  [pages.month, 'The month'],
  [pages.parcels, 'Parcels'],
  [pages.subscriptionDesk, 'Subscriptions'],
  [pages.users, 'All User'],
  [pages.addBrand, 'Add Product'],
  [pages.addPacket, 'Add Product'],
  [pages.lots, 'Roast book'],
  [pages.discounts, 'Discounts'],
  [pages.selling, 'Selling'],
  [pages.settings, 'Settings'],
  [pages.settingsLegal, 'Settings'],
  [pages.settingsOpening, 'Settings'],
  [pages.messages, 'Messages'],
  [pages.outbox, 'Messages'],
  [pages.audit, 'Audit log'],
  [pages.shopPackets, 'My Shop'],
])('%s belongs to %s', (path, text) => {
  expect(linkOf(path, () => true)?.text).toBe(text)
})

test('a packer has no list of all orders, so the page of an order belongs to those to pack', () => {
  const mayOpen = (path: string) => staffPath(path, { isAdmin: false, isPacker: true }) === path
  expect(menuLinks.filter(({ to }) => mayOpen(to)).map(({ text }) => text)).toEqual([
    'New order',
    'To pack',
    'Parcels',
    'Roast book',
    'Messages',
  ])
  expect(linkOf(pages.fullOrder('0190-abc'), mayOpen)?.text).toBe('To pack')
})
