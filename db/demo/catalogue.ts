/** Stars, 1 (poor) to 5 (best). */
export type Ratting = 1 | 2 | 3 | 4 | 5

/** `picture` is a name in pictures.json, which gives the id its files start with. */
export interface DemoBrand { key: string, categoryName: string, ratting: Ratting, picture: string }

export interface DemoCoffee {
  key: string, brand: string, name: string, priceCents: number, ratting: Ratting, picture: string,
      about: string
}

export interface DemoPacket {
  key: string, categoryName: string, name: string, about: string, priceCents: number, ratting: Ratting,
      picture: string
}

export const demoBrands: DemoBrand[] = [
  { key: 'northfold', categoryName: 'Northfold', ratting: 5, picture: 'northfold' },
  { key: 'marigold-yard', categoryName: 'Marigold Yard', ratting: 4, picture: 'marigold-yard' },
  { key: 'moth-and-ember', categoryName: 'Moth & Ember', ratting: 5, picture: 'moth-and-ember' },
  { key: 'low-sun-terrace', categoryName: 'Low Sun Terrace', ratting: 4, picture: 'low-sun-terrace' },
  { key: 'halden-and-wick', categoryName: 'Halden & Wick', ratting: 4, picture: 'halden-and-wick' },
  { key: 'saltmarsh-row', categoryName: 'Saltmarsh Row', ratting: 3, picture: 'saltmarsh-row' },
  { key: 'quarry-bell', categoryName: 'Quarry Bell', ratting: 5, picture: 'quarry-bell' },
  { key: 'fern-and-firkin', categoryName: 'Fern & Firkin', ratting: 4, picture: 'fern-and-firkin' }
]

export const demoCoffees: DemoCoffee[] = [
  {
    key: 'sidama-morning-wash', brand: 'northfold', name: 'Sidama Morning Wash', priceCents: 1850,
        ratting: 5, picture: 'northfold-sidama',
    about: 'A washed Ethiopian from 2,050 metres that opens like a window: bergamot first, then apricot and '
      + 'a long finish of black tea. Pour it over slowly and drink it before the post arrives.'
  },
  {
    key: 'marcala-ridge', brand: 'northfold', name: 'Marcala Ridge', priceCents: 1525, ratting: 4,
        picture: 'northfold-marcala',
    about: 'Honduran coffee for cold hands and tin mugs, with milk chocolate, hazelnut and a little orange '
      + 'peel. It forgives hard water and a careless scoop.'
  },
  {
    key: 'fold-line-espresso', brand: 'northfold', name: 'Fold Line Espresso', priceCents: 1690, ratting: 4,
        picture: 'northfold-espresso',
    about: 'Two mountain lots, one straight line: dark cherry, cocoa and a finish as clean as cold air. Try '
      + '18 grams in, 38 out, in half a minute.'
  },
  {
    key: 'huila-honeycomb', brand: 'marigold-yard', name: 'Huila Honeycomb', priceCents: 1675, ratting: 5,
        picture: 'marigold-huila',
    about: 'A Colombian honey lot that tastes the way a warm kitchen smells: honeycomb, baked apple, soft '
      + 'caramel. Under milk it turns to toffee.'
  },
  {
    key: 'cerrado-sunday', brand: 'marigold-yard', name: 'Cerrado Sunday', priceCents: 1350, ratting: 4,
        picture: 'marigold-cerrado',
    about: 'Natural Brazilian beans, roasted for a big pot and no plans. Peanut brittle, brown sugar and so '
      + 'little acidity that the second cup pours itself.'
  },
  {
    key: 'yard-blend-no-4', brand: 'marigold-yard', name: 'Yard Blend No. 4', priceCents: 1395, ratting: 3,
        picture: 'marigold-yard-blend',
    about: 'The fourth try at a blend for everybody, and the one that stayed. Toast, malt and a spoon of '
      + 'plum jam, at its best beside a biscuit.'
  },
  {
    key: 'haraaz-ember', brand: 'moth-and-ember', name: 'Haraaz Ember', priceCents: 2400, ratting: 5,
        picture: 'moth-haraaz',
    about: 'Dried on Yemeni rooftops and roasted in small drums until it glows. Fig, cardamom and old wine, '
      + 'made for a copper pot and a slow evening.'
  },
  {
    key: 'lintong-after-dark', brand: 'moth-and-ember', name: 'Lintong After Dark', priceCents: 1580,
        ratting: 4, picture: 'moth-lintong',
    about: 'A wet-hulled Sumatran with a deep voice: cedar, liquorice, bitter chocolate. Heavy in the cup '
      + 'and gentle on the stomach.'
  },
  {
    key: 'velvet-moth', brand: 'moth-and-ember', name: 'Velvet Moth', priceCents: 1745, ratting: 4,
        picture: 'moth-velvet',
    about: 'Blended for milk and nothing else. Steam a tall glass and it settles in layers of vanilla, '
      + 'cocoa and burnt sugar.'
  },
  {
    key: 'antigua-low-sun', brand: 'low-sun-terrace', name: 'Antigua Low Sun', priceCents: 1620, ratting: 4,
        picture: 'lowsun-antigua',
    about: 'Guatemalan beans from volcanic soil, roasted for the stove-top pot. Smoke at the edge, dark '
      + 'chocolate in the middle, an orange slice at the end.'
  },
  {
    key: 'cajamarca-terrace', brand: 'low-sun-terrace', name: 'Cajamarca Terrace', priceCents: 1595,
        ratting: 4, picture: 'lowsun-cajamarca',
    about: 'Forty families in northern Peru pick this one by hand. Red apple, panela and almond, so clear '
      + 'through paper that you can read by it.'
  },
  {
    key: 'apaneca-rojo', brand: 'low-sun-terrace', name: 'Apaneca Rojo', priceCents: 1880, ratting: 5,
        picture: 'lowsun-apaneca',
    about: 'Only the reddest cherries of a Salvadoran hillside, dried whole in the sun. Strawberry, rum and '
      + 'raisin, with a sweetness that stays for minutes.'
  },
  {
    key: 'lamp-room-espresso', brand: 'halden-and-wick', name: 'Lamp Room Espresso', priceCents: 1650,
        ratting: 4, picture: 'halden-lamproom',
    about: 'Pulled by the keepers of the early watch: thick, bright, awake. Black treacle and blood orange '
      + 'under a crema that holds a spoonful of sugar.'
  },
  {
    key: 'boquete-tall-water', brand: 'halden-and-wick', name: 'Boquete Tall Water', priceCents: 2250,
        ratting: 5, picture: 'halden-boquete',
    about: 'A Panamanian highland lot for patient brewers. In a siphon it smells of jasmine and tastes of '
      + 'white peach, with hardly any weight at all.'
  },
  {
    key: 'harbour-cold-steep', brand: 'halden-and-wick', name: 'Harbour Cold Steep', priceCents: 1475,
        ratting: 3, picture: 'halden-coldsteep',
    about: 'Ground coarse and steeped overnight, it comes out round and sweet: cola, cherry stone, cocoa. '
      + 'Pour over ice and look at boats.'
  },
  {
    key: 'nyeri-blackcurrant', brand: 'saltmarsh-row', name: 'Nyeri Blackcurrant', priceCents: 1990,
        ratting: 5, picture: 'saltmarsh-nyeri',
    about: 'Kenyan, washed twice, loud in the best way. Blackcurrant, tomato leaf and brown sugar, '
      + 'brightest as it cools, so fill the whole carafe.'
  },
  {
    key: 'kayanza-reed', brand: 'saltmarsh-row', name: 'Kayanza Reed', priceCents: 1720, ratting: 4,
        picture: 'saltmarsh-kayanza',
    about: 'A light Burundian roast with lemon curd, rooibos and a whisper of clove. One cup at a time, '
      + 'straight into the mug.'
  },
  {
    key: 'slack-tide-decaf', brand: 'saltmarsh-row', name: 'Slack Tide Decaf', priceCents: 1540, ratting: 3,
        picture: 'saltmarsh-slacktide',
    about: 'Mexican beans with the caffeine rinsed out in mountain water and everything else left in. '
      + 'Caramel, walnut, quiet; good at ten in the evening.'
  },
  {
    key: 'tarrazu-bell-tone', brand: 'quarry-bell', name: 'Tarrazú Bell Tone', priceCents: 1785, ratting: 5,
        picture: 'quarry-tarrazu',
    about: 'A Costa Rican with one clear note that rings on: mandarin, then honey, then cocoa nib. '
      + 'Traditionally dripped through a cloth, and better for it.'
  },
  {
    key: 'chikmagalur-slate', brand: 'quarry-bell', name: 'Chikmagalur Slate', priceCents: 1430, ratting: 4,
        picture: 'quarry-chikmagalur',
    about: 'Shade-grown under pepper vines in southern India. Dark, spicy and full, it takes hot milk and a '
      + 'spoon of sugar as if they were old friends.'
  },
  {
    key: 'nyamasheke-bright', brand: 'quarry-bell', name: 'Nyamasheke Bright', priceCents: 1765, ratting: 4,
        picture: 'quarry-nyamasheke',
    about: 'From the Rwandan shore of Lake Kivu: redcurrant, orange blossom and cane syrup. Grind it fresh; '
      + 'half of its charm is in the air.'
  },
  {
    key: 'gayo-fern', brand: 'fern-and-firkin', name: 'Gayo Fern', priceCents: 1560, ratting: 4,
        picture: 'fern-gayo',
    about: 'Grown in the wet green north of Sumatra, with notes of forest honey, sweet basil and dark '
      + 'cocoa. Dripped slowly over condensed milk it becomes pudding.'
  },
  {
    key: 'firkin-nitro', brand: 'fern-and-firkin', name: 'Firkin Nitro', priceCents: 1640, ratting: 4,
        picture: 'fern-nitro',
    about: 'The cask blend: steeped for eighteen hours, then poured with a head like stout. Malt, vanilla '
      + 'and molasses without a bitter corner.'
  },
  {
    key: 'chiapas-understory', brand: 'fern-and-firkin', name: 'Chiapas Understory', priceCents: 1490,
        ratting: 3, picture: 'fern-chiapas',
    about: 'Mexican coffee from under the tall trees, roasted to be simmered with cinnamon and raw sugar in '
      + 'a clay pot. Spiced chocolate, pecan, a warm hand on the shoulder.'
  }
]

export const demoPackets: DemoPacket[] = [
  {
    key: 'daybreak', categoryName: 'Espresso Bags', name: 'Daybreak Espresso, 250 g', priceCents: 1450,
        ratting: 5, picture: 'bag-daybreak',
    about: 'Our house espresso since the first winter: dark honey, roasted almond and a crema the colour of '
      + 'a field. It likes both a machine and a stove-top pot.'
  },
  {
    key: 'long-letter', categoryName: 'Filter Bags', name: 'Long Letter Filter, 250 g', priceCents: 1575,
        ratting: 4, picture: 'bag-long-letter',
    about: 'A filter roast for a second page. Washed beans from three hillsides, with lemon, milk chocolate '
      + 'and a finish that takes its time.'
  },
  {
    key: 'blue-hour', categoryName: 'Decaf Bags', name: 'Blue Hour Decaf, 250 g', priceCents: 1525,
        ratting: 4, picture: 'bag-blue-hour',
    about: 'All of the evening and none of the ceiling-staring. Decaffeinated with spring water, it keeps '
      + 'its plum, caramel and toasted grain.'
  },
  {
    key: 'orchard-road', categoryName: 'Natural Process Bags', name: 'Orchard Road Natural, 250 g',
        priceCents: 1795, ratting: 5, picture: 'bag-orchard-road',
    about: 'Cherries dried whole on raised beds until the fruit soaks in. Ripe strawberry, peach skin and '
      + 'cream, as close to dessert as black coffee comes.'
  },
  {
    key: 'copper-finch', categoryName: 'Breakfast Bags', name: 'Copper Finch Breakfast Roast, 500 g',
        priceCents: 2350, ratting: 4, picture: 'bag-copper-finch',
    about: 'Light on its feet and easy to like: toast, orange marmalade, a little honey. The half kilo '
      + 'lasts two early risers about a fortnight.'
  },
  {
    key: 'high-pasture', categoryName: 'Single Farm Bags', name: 'High Pasture Single Farm, 250 g',
        priceCents: 1920, ratting: 5, picture: 'bag-high-pasture',
    about: 'One farm, one harvest, one picker in a straw hat who knows every tree. Green apple, alpine '
      + 'honey and hay after rain.'
  },
  {
    key: 'midnight-press', categoryName: 'Dark Roast Bags', name: 'Midnight Press Dark Roast, 250 g',
        priceCents: 1480, ratting: 4, picture: 'bag-midnight-press',
    about: 'Roasted to the edge of smoke and not a second past it. Bitter chocolate, molasses and black '
      + 'walnut, cut coarse in mind for the plunger.'
  },
  {
    key: 'tin-roof', categoryName: 'Diner Style Bags', name: 'Tin Roof Breakfast, 500 g', priceCents: 2150,
        ratting: 3, picture: 'bag-tin-roof',
    about: 'The coffee of rain on the roof and eggs in the pan. Bold, malty and bottomless, priced so that '
      + 'nobody counts the cups.'
  },
  {
    key: 'seven-sisters', categoryName: 'House Blend Bags', name: 'Seven Sisters House Blend, 250 g',
        priceCents: 1425, ratting: 4, picture: 'bag-seven-sisters',
    about: 'Seven origins that argue in the sack and agree in the cup. Cocoa, red grape and biscuit; a safe '
      + 'gift for somebody whose brewer you have never seen.'
  },
  {
    key: 'monsoon-porch', categoryName: 'Monsooned Bags', name: 'Monsoon Porch Malabar, 250 g',
        priceCents: 1610, ratting: 3, picture: 'bag-monsoon-porch',
    about: 'Left to swell in the warm sea wind of the Malabar coast for a season. Mellow and woody, with '
      + 'nutmeg and pipe tobacco and almost no sharpness.'
  },
  {
    key: 'slow-saturday', categoryName: 'Weekend Bags', name: 'Slow Saturday Whole Bean, 250 g',
        priceCents: 1490, ratting: 4, picture: 'bag-slow-saturday',
    about: 'For the day without an alarm. Butterscotch, banana bread and warm milk in one soft roast that '
      + 'suits whatever brewer is clean.'
  },
  {
    key: 'paper-lantern', categoryName: 'Festival Bags', name: 'Paper Lantern Festival Roast, 250 g',
        priceCents: 1850, ratting: 5, picture: 'bag-paper-lantern',
    about: 'Roasted once a year for the lantern evenings, then gone until the next. Blood orange, ginger '
      + 'cake and clove, bright enough to walk home by.'
  }
]
