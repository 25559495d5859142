import { AddPage } from './add-page.tsx'
import { CoffeeForm } from './coffee-form.tsx'
import { words } from './texts.ts'

/** `/dashboard/addProduct/coffeeName`: specification section 2, Add Product. */
export function AddCoffeePage() {
  return (
    <AddPage title={words.addCoffee}>
      <CoffeeForm />
    </AddPage>
  )
}
