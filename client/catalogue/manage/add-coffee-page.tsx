import { useLocation } from '#client/lib/router.tsx'
import { CoffeeForm } from '../entries/coffee-form.tsx'
import { AddPage } from './add-page.tsx'
import { words } from './texts.ts'

/** `/dashboard/addProduct/coffeeName`: specification section 2, Add Product. */
export function AddCoffeePage() {
  // The next coffee of a brand is the same page again, with an empty form.
  const { key } = useLocation()
  return (
    <AddPage key={key} title={words.addCoffee}>
      <CoffeeForm />
    </AddPage>
  )
}
