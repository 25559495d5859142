import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { SelectField, TextField } from '#client/ui/fields.tsx'
import type { AddressField } from '#contract/selling/address-fields.ts'
import type { AddressFormat } from '#contract/selling/checkout.ts'
import type { Address } from '#contract/selling/settings.ts'
import { words } from './texts.ts'

/** The autofill field names (HTML standard) from which browsers know how to fill in the fields. */
const AUTOFILL: Record<AddressField, string> = {
  name: 'name',
  company: 'organization',
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  region: 'address-level1',
  postcode: 'postal-code',
  phone: 'tel',
}

type AddressFieldsProps = {
  format: AddressFormat
  register: UseFormRegister<Address>
  errors: FieldErrors<Address>
}

/** The inputs of an address, with the labels and in the order that are usual in its country. */
export function AddressFields({ format, register, errors }: AddressFieldsProps) {
  return (
    <div className="address-fields">
      {format.fields.map(({ name, label, isRequired }) => {
        const shared = {
          label: isRequired ? label : words.optional(label),
          error: errors[name]?.message,
          autoComplete: `shipping ${AUTOFILL[name]}`,
          ...register(name, isRequired ? required(label) : {}),
        }
        if (name === 'region' && format.regions.length > 0)
          return <SelectField key={name} {...shared} placeholder={words.choose} options={format.regions} />
        return (
          <TextField
            key={name}
            {...shared}
            type={name === 'phone' ? 'tel' : 'text'}
            hint={name === 'postcode' ? exampleOf(format) : undefined}
          />
        )
      })}
    </div>
  )
}

function exampleOf({ postcodeExample }: AddressFormat): string | undefined {
  return postcodeExample ? words.example(postcodeExample) : undefined
}

/** Returns the validation rules of a required field. A text that consists only of spaces counts as empty. */
function required(label: string) {
  const message = words.required(label)
  return { required: message, validate: (text: string) => text.trim() !== '' || message }
}
