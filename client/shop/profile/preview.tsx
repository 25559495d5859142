import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { PageFooter } from '#client/app/page-footer.tsx'
import { HomePage } from '#client/home/home-page.tsx'
import { PageStateProvider, usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { shownShop } from '#client/ui/shop/use-show-profile.ts'
import type { PageState } from '#contract/pages.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { accentCss, isReadable } from '#contract/values/contrast.ts'
import { PreviewFrame } from './preview-frame.tsx'
import type { Screen, Theme } from './preview-frame.tsx'
import { words } from './texts.ts'

/** The home page as visitors will see it, with the profile that is in the form. */
export function Preview({ profile }: { profile: ShopProfile }) {
  const [screen, setScreen] = useState<Screen>(ownScreen)
  const [theme, setTheme] = useState<Theme>('light')
  const state = usePreviewState(profile)
  const id = useId()
  const { settings } = usePageState()
  const accent = isReadable(profile.accent) ? profile.accent : ''
  // The published accent colour is in a stylesheet of the open page.
  const css = { added: accentCss(accent), replaced: accentCss(settings.shop.accent) }
  return (
    <section className="settings-preview" aria-labelledby={id}>
      <div>
        <h2 id={id} className="text-xl">
          {words.previewTitle}
        </h2>
        <p className="small">{words.previewMore}</p>
      </div>
      <div className="settings-looks">
        <Choice legend={words.screen} texts={words.screens} chosen={screen} onChoose={setScreen} />
        <Choice legend={words.theme} texts={words.themes} chosen={theme} onChoose={setTheme} />
      </div>
      <PreviewFrame title={words.previewTitle} screen={screen} theme={theme} css={css}>
        <PageStateProvider value={state}>
          <main>
            <HomePage />
          </main>
          <PageFooter />
        </PageStateProvider>
      </PreviewFrame>
    </section>
  )
}

/** Returns the screen that is most like the one of the admin. */
function ownScreen(): Screen {
  return matchMedia('(width < 40rem)').matches ? 'phone' : 'desktop'
}

/** Returns the data of a page with this profile instead of the published one. */
function usePreviewState(profile: ShopProfile): PageState {
  const { settings } = usePageState()
  const { data } = useQuery(callQuery('GET /shop/opening'))
  const shop = shownShop(profile, data?.opening ?? settings.shop)
  return { signedIn: false, settings: { ...settings, shop } }
}

type ChoiceProps<T extends string> = {
  legend: string
  texts: Readonly<Record<T, string>>
  chosen: T
  onChoose: (chosen: T) => void
}

function Choice<T extends string>({ legend, texts, chosen, onChoose }: ChoiceProps<T>) {
  const name = useId()
  // cast: `Object.keys` returns strings, but these are the keys of the table.
  const choices = Object.keys(texts) as T[]
  return (
    <fieldset className="form-choice cluster">
      <legend className="sr-only">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice} className="icon-text">
          <input type="radio" name={name} checked={choice === chosen} onChange={() => onChoose(choice)} />
          {texts[choice]}
        </label>
      ))}
    </fieldset>
  )
}
