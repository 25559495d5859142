import { BagSection } from './bag-section.tsx'
import { CoffeeSection } from './coffee-section.tsx'
import { Hero } from './hero.tsx'
import { ReviewSection } from './review-section.tsx'
import { StorySection } from './story-section.tsx'

/** Home: the five sections of specification section 2, in order. */
export function HomePage() {
  return (
    <div className="home">
      <Hero />
      <CoffeeSection />
      <StorySection />
      <BagSection />
      <ReviewSection />
    </div>
  )
}
