// Rules for the imports between folders. A domain is a folder of `server/` or `client/` for one topic, such as
// `cart`. `npm run check` fails on every import between domains that this file does not allow.

/**
 * For each domain of the server, the other domains that it may import. Every domain may also import the shared code,
 * such as `platform`.
 */
const SERVER = {
  account: ['audit', 'discounts', 'identity', 'mail'],
  audit: [],
  identity: ['audit', 'mail'],
  media: [],
  mail: ['audit', 'shop'],
  messages: ['audit', 'mail'],
  docs: ['shop'],
  catalogue: ['audit', 'media', 'reviews', 'stock'],
  reviews: ['audit', 'selling'],
  cart: ['catalogue', 'discounts', 'guests', 'selling', 'stock'],
  guests: ['identity'],
  orders: ['audit', 'discounts', 'guests', 'identity', 'lots', 'mail', 'selling', 'stock'],
  lots: ['audit', 'stock'],
  stock: ['audit', 'guests', 'identity', 'mail'],
  shop: ['audit', 'media'],
  selling: ['audit', 'discounts', 'shop'],
  books: ['checkout', 'discounts', 'orders', 'payments', 'selling'],
  payments: ['audit', 'catalogue', 'cart', 'guests', 'identity', 'orders', 'selling'],
  checkout: ['cart', 'catalogue', 'discounts', 'orders', 'payments', 'selling'],
  discounts: ['audit', 'identity'],
  subscriptions: [
    'audit',
    'cart',
    'catalogue',
    'checkout',
    'guests',
    'identity',
    'mail',
    'orders',
    'payments',
    'selling',
    'shop',
    'stock',
  ],
  pages: ['catalogue', 'identity', 'media', 'shop'],
  dashboard: ['catalogue', 'orders', 'payments', 'stock'],
  commands: ['audit', 'identity', 'books', 'config', 'mail', 'media', 'payments', 'picture-stores', 'shop'],
  demo: ['catalogue', 'identity', 'selling', 'shop', 'subscriptions'],
}

/**
 * For each domain of the client, the other domains that it may import. Every domain may also import the shared code
 * in `ui` and `lib`. Only `app` may import all domains.
 */
const CLIENT = {
  identity: [],
  guests: [],
  messages: [],
  media: [],
  home: ['catalogue'],
  legal: [],
  selling: [],
  shop: ['app', 'catalogue', 'home', 'identity', 'media', 'selling'],
  catalogue: ['guests', 'identity', 'media'],
  checkout: ['guests', 'identity'],
  cart: ['guests', 'identity', 'checkout'],
  dashboard: ['checkout', 'identity', 'orders', 'subscriptions'],
  orders: ['guests'],
  account: ['guests', 'identity', 'orders', 'checkout'],
  subscriptions: ['account', 'checkout', 'identity'],
  gifts: ['catalogue', 'checkout', 'identity', 'orders'],
  mails: [],
}

const TESTS = '\\.(test|spec)\\.tsx?$'

/** The files of the contract that have no schemas, so that browsers can load them without the library for schemas. */
const NO_SCHEMAS = [
  '^contract/values/',
  '^contract/(media|pages|selling/(accounts|address-fields|country-proposals|gateways|price-problems)|shop/choices|shop/social-links)\\.ts$',
]

/**
 * Returns the rules for the domains of the server or the client. A folder that is neither in `table` nor in `open` may
 * import nothing of its side. The folder `app` is an exception.
 *
 * @param {'server' | 'client'} side
 * @param {Record<string, string[]>} table for each domain, the other domains that it may import
 * @param {string[]} open folders and files of the side that every domain may import
 */
function domainRules(side, table, open) {
  const known = [...Object.keys(table), ...open]
  const newcomers = {
    name: `${side}-domains-are-in-the-table`,
    severity: 'error',
    from: { path: `^${side}/[^/]+/`, pathNot: `^${side}/(app|${known.join('|')})/` },
    to: { path: `^${side}/` },
  }
  const neighbours = Object.entries(table).map(([domain, others]) => ({
    name: `${side}-${domain}-reaches-only-its-neighbours`,
    severity: 'error',
    from: { path: `^${side}/${domain}/`, pathNot: TESTS },
    to: { path: `^${side}/`, pathNot: `^${side}/(${[domain, ...open, ...others].join('|')})(/|\\.ts$)` },
  }))
  return [newcomers, ...neighbours]
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...domainRules('server', SERVER, ['platform', 'tables', 'events', 'shop-database']),
    ...domainRules('client', CLIENT, ['ui', 'lib', 'assets']),
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^contract/', pathNot: TESTS },
      to: { pathNot: ['^contract/', '^node_modules/typebox/'] },
    },
    {
      name: 'browsers-load-no-schemas',
      severity: 'error',
      comment: 'only types: a value would bring typebox into the scripts of the pages',
      from: { path: ['^client/', ...NO_SCHEMAS], pathNot: [TESTS, '^client/app/page-texts\\.ts$'] },
      to: {
        path: ['^contract/', '^node_modules/typebox/'],
        pathNot: NO_SCHEMAS,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-never-imports-the-other-side',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(server|db|scripts)/', pathNot: '^db/demo/[^/]+\\.json$' },
    },
    {
      name: 'server-never-imports-the-other-side',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(client|scripts)/' },
    },
    {
      name: 'platform-knows-no-shop',
      severity: 'error',
      comment:
        'platform is ours-or-theirs machinery; of the contract it may know errors, calls, their callers and limits',
      from: { path: '^server/platform/', pathNot: TESTS },
      to: {
        path: '^(server|db|contract)/',
        pathNot: ['^server/platform/', '^contract/(api|call|errors|fields|values/(as-guest|limits))\\.ts$'],
      },
    },
    {
      name: 'ui-and-lib-know-no-domain',
      severity: 'error',
      from: { path: '^client/(ui|lib)/', pathNot: TESTS },
      to: { path: '^client/', pathNot: '^client/(ui|lib|assets)/' },
    },
    {
      name: 'lib-knows-no-ui',
      severity: 'error',
      from: { path: '^client/lib/' },
      to: { path: '^client/ui/' },
    },
    {
      name: 'queries-are-private',
      severity: 'error',
      comment: "a domain's SQL is its own: ask it for what you need",
      from: { path: '^(server/[^/]+)/' },
      to: { path: '(/|-)queries\\.ts$', pathNot: '^$1/' },
    },
    {
      name: 'queries-are-private-to-a-domain',
      severity: 'error',
      from: { pathNot: '^server/[^/]+/' },
      to: { path: '(/|-)queries\\.ts$' },
    },
    {
      name: 'demo-is-for-the-demo',
      severity: 'error',
      from: { path: '^(server|client|contract)/', pathNot: ['^server/demo/', TESTS] },
      to: { path: '^db/' },
    },
    {
      name: 'demo-is-loaded-in-one-place',
      severity: 'error',
      from: { path: '^server/', pathNot: ['^server/demo/', '^server/open-shop\\.ts$', TESTS] },
      to: { path: '^server/demo/' },
    },
    {
      name: 'tests-are-imported-by-tests',
      severity: 'error',
      from: { path: '^(server|client|contract|db)/', pathNot: TESTS },
      to: { path: [TESTS, '^(test|e2e|bench)/'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports-lead-somewhere',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'across-borders-by-name',
      severity: 'error',
      comment: 'relative inside a tree, #contract/…, #server/… and the like across: every # marks a border',
      from: { path: '^(client|contract|server)/' },
      to: {
        path: '^(client|contract|db|server|test)/',
        pathNot: '^$1/',
        dependencyTypes: ['local'],
        dependencyTypesNot: ['aliased'],
      },
    },
    {
      name: 'shipped-code-uses-shipped-packages',
      severity: 'error',
      from: { path: '^(client|contract|server)/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|coverage|test-results|\\.git)/' },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
