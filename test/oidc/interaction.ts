import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Provider } from 'oidc-provider'

/** The ids of people at the issuer, by the name with which they log in. */
type People = ReadonlyMap<string, { sub: string }>

type Exchange = { request: IncomingMessage; response: ServerResponse }

/** Serves the pages on which a person logs in at the test issuer, and consents that the shop gets name and address. */
export async function serveInteraction(
  provider: Provider,
  people: People,
  { request, response }: Exchange,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') return sendPage(response, prompt.name)
  const form = new URLSearchParams(await text(request))
  if (form.get('does') === 'cancel')
    return provider.interactionFinished(request, response, { error: 'access_denied' })
  if (prompt.name === 'login') {
    const person = people.get(form.get('login') ?? '')
    if (!person) return sendPage(response, prompt.name)
    return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
  }
  const grant = new provider.Grant({
    accountId: String(session?.accountId),
    clientId: String(params['client_id']),
  })
  grant.addOIDCScope(String(params['scope']))
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true })
}

function sendPage(response: ServerResponse, prompt: string): void {
  const field = prompt === 'login' ? '<label>Name <input name="login"></label>' : ''
  const button = prompt === 'login' ? 'Log in' : 'Allow'
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Coffee ID</title>
    <main><h1>Coffee ID</h1><form method="post">${field}
    <button name="does" value="${prompt}">${button}</button>
    <button name="does" value="cancel">Cancel</button></form></main></html>`)
}
