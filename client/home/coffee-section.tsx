import { useQuery } from '@tanstack/react-query'
import { homeSections, pages } from '#contract/pages.ts'
import { callQuery } from '#client/lib/query.ts'
import { Ratting } from '#client/ui/ratting.tsx'
import { CardSection } from './card-section.tsx'
import { FRESH, HomeCard } from './home-card.tsx'
import { texts, words } from './texts.ts'

/** All coffee categories. */
export function CoffeeSection() {
  const list = useQuery({ ...callQuery('GET /allCoffee'), staleTime: FRESH })
  return (
    <CardSection
      id={homeSections.coffees}
      title={texts.coffees}
      list={list}
      failed={words.coffeesFailed}
      empty={words.coffeesEmpty}
      card={({ _id, category_name, img, ratting }) => (
        <HomeCard
          key={_id}
          name={category_name}
          img={img}
          to={pages.coffeeDetails(_id)}
          action={texts.seeCoffee}
        >
          <Ratting label={texts.ratting} value={ratting} />
        </HomeCard>
      )}
    />
  )
}
