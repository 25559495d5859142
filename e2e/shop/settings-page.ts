import type { APIRequestContext, Page } from '@playwright/test'

/** The parts of the page Settings. */
export function settingsOf(page: Page) {
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    /** Opens a section of the settings. */
    open: (name: string) => sections.getByRole('link', { name, exact: true }).click(),
    sections,
    field: (name: string) => page.getByLabel(name, { exact: true }),
    status: page.getByRole('status', { name: 'Draft' }),
    saveDraft: button('Save draft'),
    publish: button('Publish'),
    discard: button('Discard draft'),
    edit: button('Edit'),
    showPreview: button('Preview'),
    opening: page.getByRole('region', { name: 'Opening' }),
    preview: page.frameLocator('iframe'),
    question: page.getByRole('alertdialog'),
  }
}

/** Returns the HTML of the home page of the shop at `url`. */
export async function homeOf(network: APIRequestContext, url: string): Promise<string> {
  return (await network.get(url)).text()
}
