import { useQuery } from '@tanstack/react-query'
import { useSession } from '#client/identity/session.tsx'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { storedPhoto } from '#client/media/photo.ts'
import { TextArea } from '#client/ui/fields.tsx'
import { pages } from '#contract/pages.ts'
import type { NewPacket } from '#contract/shop-management.ts'
import { ABOUT_LENGTH } from '#contract/values/limits.ts'
import { amount, photoRules, selected, typed } from '../forms/field-checks.ts'
import { ChoiceField, PriceField, RattingField } from '../forms/form-fields.tsx'
import { packedBody, packedFields, PackedFields } from '../forms/packed-fields.tsx'
import { labels, texts, words } from '../manage/texts.ts'
import { NO_FIELDS } from './entry-kind.ts'
import type { EntryInput, EntryKind, FieldsProps } from './entry-kind.ts'

export const packetKind: EntryKind<NewPacket> = {
  key: 'packet',
  noun: words.packet,
  hasStock: true,
  next: words.packetNext,
  page: pages.shopPackets,
  addPage: pages.addPacket,
  listCall: 'GET /personPacket',
  facts: ({ about: { img, name, about, price, ratting, weight } }) => ({
    img,
    name,
    about,
    price,
    ratting: Number(ratting),
    weight: weight ?? undefined,
  }),

  addText: words.addPacket,
  Fields: PacketFields,
  fieldsOf: ({ about: { img, name, price, ratting, about, ...packed } }) => ({
    ...NO_FIELDS,
    photo: storedPhoto(img),
    name,
    price,
    about,
    ratting: String(ratting),
    ...packedFields(packed),
  }),
  fieldNames: {
    'img': 'photo',
    'category_name': 'name',
    'about.name': 'name',
    'about.img': 'photo',
    'about.about': 'about',
    'about.price': 'price',
    'about.ratting': 'ratting',
    'about.weight': 'weight',
  },
  bodyOf: newPacket,
  post: (body) => api('POST /addNewPacket', { body }),
  put: (id, body) => api('PUT /addNewPacket/{id}', { params: { id }, body }),
  addedToast: () => texts.packetAdded,
  nextSteps: () => [{ text: words.toPackets, to: pages.shopPackets }],

  remove: (id) => api('DELETE /packet/{id}', { params: { id } }),
  restore: (id) => api('PUT /packetRestore/{id}', { params: { id } }),
  deleteText: texts.deleteNow,
  deletedToast: texts.packetDeleted,
}

/**
 * The validation rules of the form for a packet, in the order in which they are checked (specification section 5).
 */
export const packetRules = {
  photo: photoRules,
  name: selected(labels.coffeeName),
  about: typed(labels.about, ABOUT_LENGTH),
  price: amount(),
  ratting: selected(labels.ratting),
}

/** The form fields of a packet. The name of the coffee is selected from the admin's own coffees. */
function PacketFields({ register, errors, initial }: FieldsProps) {
  const email = useSession().user?.email ?? ''
  const coffees = useQuery(callQuery('GET /packetName', { query: { email } }))
  return (
    <>
      <ChoiceField
        label={labels.coffeeName}
        placeholder={words.selectCoffee}
        list={coffees}
        names={coffees.data?.map(({ name }) => name)}
        initial={initial?.name}
        failed={words.coffeesFailed}
        none={{ text: words.noCoffees, next: words.add(words.coffee), page: pages.addCoffee }}
        error={errors.name?.message}
        {...register('name', packetRules.name)}
      />
      <TextArea
        label={labels.about}
        error={errors.about?.message}
        {...register('about', packetRules.about)}
      />
      <PriceField error={errors.price?.message} {...register('price', packetRules.price)} />
      <RattingField error={errors.ratting?.message} {...register('ratting', packetRules.ratting)} />
      <PackedFields register={register} errors={errors} />
    </>
  )
}

/**
 * Builds the body of the request for a packet. The name of the coffee is also the packet's category, and the
 * product's picture is also the packet's cover picture. An edited packet keeps its category if the name is unchanged,
 * and its cover picture if the product's picture is unchanged.
 */
function newPacket(input: EntryInput, email: string, before?: NewPacket): NewPacket {
  const { img, name, price, about, ratting } = input
  const sold = { name, img, price: price.trim(), ratting: Number(ratting), about: about.trim(), email }
  return {
    img: before && img === before.about.img ? before.img : img,
    category_name: before && name === before.about.name ? before.category_name : name,
    email,
    about: { ...sold, ...packedBody(input, before?.about) },
  }
}
