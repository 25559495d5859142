import { CoffeeForm } from '../entries/coffee-form.tsx'
import { AddPage } from './add-page.tsx'
import { words } from './texts.ts'

/** `/dashboard/addProduct/coffeeName`: specification section 2, Add Product. */
export function AddCoffeePage() {
  return (
    <AddPage title={words.addCoffee}>
      <CoffeeForm />
    </AddPage>
  )
}
