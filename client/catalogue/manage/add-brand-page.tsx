import { BrandForm } from '../entries/brand-form.tsx'
import { AddPage } from './add-page.tsx'
import { words } from './texts.ts'

/** `/dashboard/addProduct`: specification section 2, Add Product. */
export function AddBrandPage() {
  return (
    <AddPage title={words.addBrand}>
      <BrandForm />
    </AddPage>
  )
}
