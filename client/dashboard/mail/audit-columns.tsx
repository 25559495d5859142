import type { AuditEntry } from '#contract/audit.ts'
import { EmailText } from '../marks/email-text.tsx'
import { Moment } from '../marks/moment.tsx'
import type { Column } from '../table/column.ts'
import { words } from './texts.ts'

export const columns: readonly Column<AuditEntry, never>[] = [
  { name: 'time', header: words.when, cell: ({ at }) => <Moment at={at} /> },
  { name: 'email', header: words.who, rowHeader: true, cell: ({ who }) => <EmailText email={who} /> },
  { name: 'action-name', header: words.action, cell: ({ action }) => action },
  { name: 'name', header: words.what, cell: ({ subject }) => subject },
  { name: 'text', header: words.detail, cell: ({ detail }) => detail },
]
