import { PriceField, RattingField } from '#client/catalogue/forms/form-fields.tsx'
import { PackedFields } from '#client/catalogue/forms/packed-fields.tsx'
import '#client/catalogue/forms/forms.css'
import { labels } from '#client/catalogue/manage/texts.ts'
import { PictureField } from '#client/media/picture-field.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { pages } from '#contract/pages.ts'
import type { ShopStart } from '#contract/shop/start.ts'
import type { StepFormProps } from './step.tsx'
import { words } from './texts.ts'
import { rules, useFirstCoffee } from './use-first-coffee.ts'

/** The fourth step: the first brand and its first coffee, with one picture for both. */
export function ProductStep({ start, onSaved }: StepFormProps & { start: ShopStart }) {
  if (!start.isDone.products) return <ProductForm onSaved={onSaved} />
  return (
    <>
      <p>{words.hasProducts}</p>
      <div>
        <ButtonLink to={pages.addCoffee} tone="quiet">
          {words.addMore}
        </ButtonLink>
      </div>
    </>
  )
}

function ProductForm({ onSaved }: StepFormProps) {
  const { register, errors, photo, submit, isBusy, failure, progress } = useFirstCoffee(onSaved)
  return (
    <Form onSubmit={submit}>
      <div className="entry-form">
        <PictureField label={labels.photo} progress={progress} {...photo} />
        <div className="grid content-start gap-5">
          <TextField
            label={words.brand}
            hint={words.brandHint}
            autoComplete="off"
            error={errors.brand?.message}
            {...register('brand', rules.brand)}
          />
          <TextField
            label={words.coffee}
            autoComplete="off"
            error={errors.name?.message}
            {...register('name', rules.name)}
          />
          <PriceField error={errors.price?.message} {...register('price', rules.price)} />
          <RattingField error={errors.ratting?.message} {...register('ratting', rules.ratting)} />
          <PackedFields register={register} errors={errors} />
          <div>
            <Button type="submit" busy={isBusy} busyText={words.saving}>
              {words.addCoffee}
            </Button>
          </div>
        </div>
      </div>
      <FormError>{failure}</FormError>
    </Form>
  )
}
