import { useQuery } from '@tanstack/react-query'
import { homeSections, pages } from '#contract/pages.ts'
import { callQuery } from '#client/lib/query.ts'
import { CardSection } from './card-section.tsx'
import { FRESH, HomeCard } from './home-card.tsx'
import { texts, words } from './texts.ts'

/** All coffee-bag categories. */
export function BagSection() {
  const list = useQuery({ ...callQuery('GET /allPacket'), staleTime: FRESH })
  return (
    <CardSection
      id={homeSections.bags}
      title={texts.bags}
      list={list}
      failed={words.bagsFailed}
      empty={words.bagsEmpty}
      card={({ _id, category_name, img }) => (
        <HomeCard
          key={_id}
          name={category_name}
          img={img}
          to={pages.bagDetails(_id)}
          action={texts.seeDetails}
        />
      )}
    />
  )
}
