import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { inRoot } from '../../scripts/setup/place.mjs'
import type { Finding, Round } from './rounds.ts'

const choices: Record<string, Record<string, string>> = {
  'Toasts, beside React': {
    'react-hot-toast, headless': "export { toast, useToaster } from 'react-hot-toast/headless'",
    'react-hot-toast, whole': "export { toast, Toaster } from 'react-hot-toast'",
  },
  'Talking to the identity provider': {
    'our client': `export { shopIdentity } from '${inRoot('client/identity/identity-client.ts')}'`,
    "better-auth's client": "export { createAuthClient } from 'better-auth/client'",
  },
  'The front end, each alone, beside React': {
    'React itself, with its DOM': "export { hydrateRoot } from 'react-dom/client'; export * from 'react'",
    'React Router, declarative': "export { BrowserRouter, Link, Route, Routes, useNavigate, useLocation } from 'react-router'",
    'TanStack Query': "export { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'",
    'react-hook-form': "export { useForm } from 'react-hook-form'",
    'TanStack Virtual': "export { useWindowVirtualizer } from '@tanstack/react-virtual'",
    '@emailjs/browser': "export { sendForm } from '@emailjs/browser'",
  },
}

/** What libraries weigh in the browser: the parts that are used, built as the shop is. */
export async function measureLibraries(): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [title, entries] of Object.entries(choices)) {
    const round: Round = {}
    for (const [name, code] of Object.entries(entries)) round[name] = await weigh(code)
    findings.push({ title, unit: 'kB gzip', digits: 1, rounds: [round] })
  }
  return findings
}

const ENTRY = 'virtual:weighed'

async function weigh(code: string): Promise<number> {
  const beside = code.includes('react-dom') ? [] : ['react', 'react-dom', 'react/jsx-runtime']
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: inRoot(),
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [{ name: 'entry', resolveId: (id) => (id === ENTRY ? id : null), load: (id) => (id === ENTRY ? code : null) }],
    build: { write: false, target: 'es2023', modulePreload: false, rolldownOptions: { input: ENTRY, external: beside, preserveEntrySignatures: 'strict' } },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  return outputs.reduce((sum, part) => sum + (part.type === 'chunk' ? gzipSync(part.code).length : 0), 0) / 1000
}
