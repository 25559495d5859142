import { api } from '#client/lib/api.ts'
import { pages } from '#contract/pages.ts'
import type { Packet } from '#contract/shop-management.ts'
import { ABOUT_LENGTH } from '#contract/values/limits.ts'
import { changeEntry } from '../manage/catalogue-cache.ts'
import { labels, specTexts, words } from '../manage/texts.ts'
import { NO_FIELDS, packetBody, packetFields } from './entry-fields.ts'
import type { EntryInput } from './entry-fields.ts'
import { EntryForm } from './entry-form.tsx'
import { CoffeeChoice } from './choice-fields.tsx'
import { photoRules, priceRules, selected, typed } from './field-checks.ts'
import { FactsSection } from '../facts/facts-section.tsx'
import { SizeOfField, useProposeSize } from '../facts/size-of-field.tsx'
import { AboutField, PackedFields, PriceFields, RattingField } from './form-fields.tsx'
import { useEntryForm } from './use-entry-form.ts'
import type { Saving } from './use-entry-form.ts'

/**
 * Returns the validation rules of the form for a packet, whose price is in `currency`, in the order in which they are
 * checked (specification section 5).
 */
export function packetRules(currency: string) {
  return {
    photo: photoRules,
    name: selected(labels.coffeeName),
    about: typed(labels.about, ABOUT_LENGTH),
    price: priceRules(currency),
    ratting: selected(labels.ratting),
  }
}

/**
 * The form that adds a packet, or edits `packet`. `onDone` is called when it was saved or its changes were discarded.
 */
export function PacketForm({ packet, onDone }: { packet?: Packet; onDone?: () => void }) {
  const state = useEntryForm({
    id: packet?._id,
    initial: packet ? packetFields(packet) : NO_FIELDS,
    category: 'name',
    save: (input, saving) => savePacket(input, saving, packet),
    addedToast: () => specTexts.packetAdded,
    nextSteps: () => [{ text: words.toPackets, to: pages.shopPackets }],
    onDone,
  })
  const { field, control } = state
  const rules = packetRules(state.currency)
  const proposeSize = useProposeSize(state, packet)
  return (
    <EntryForm state={state} submitText={packet ? words.save : words.addPacket}>
      <CoffeeChoice state={state} field={field('name', { ...rules.name, onChange: proposeSize })} />
      <AboutField control={control} {...field('about', rules.about)} />
      <PriceFields state={state} field={field('price', rules.price)} />
      <RattingField {...field('ratting', rules.ratting)} />
      <PackedFields field={field} />
      <SizeOfField initial={state.defaultValues?.coffeeId} {...field('coffeeId')} />
      <FactsSection state={state} />
    </EntryForm>
  )
}

async function savePacket(input: EntryInput, { client, email }: Saving, packet?: Packet) {
  const body = packetBody(input, email, packet)
  if (!packet) return api('POST /addNewPacket', { body })
  const { _id: id } = packet
  const answer = await api('PUT /addNewPacket/{id}', { params: { id }, body })
  const about = { ...body.about, weight: body.about.weight ?? undefined }
  await changeEntry(client, 'GET /personPacket', { _id: id, ...body, about })
  return answer
}
