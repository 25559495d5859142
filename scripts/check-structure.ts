import { castsWithoutReason, tooManyCasts } from './check/rules/casts.ts'
import {
  foldersTooDeep,
  foldersTooFull,
  migrationNumbers,
  namesThatSayNothing,
  testsAlone,
} from './check/rules/layout.ts'
import { classesWithTwoMeanings } from './check/rules/styles.ts'
import {
  documentsTooLong,
  licencesWithoutName,
  lockWithHoles,
  oddSpellingsElsewhere,
  placesOfThisMachine,
} from './check/rules/words.ts'
import { readSources } from './check/sources.ts'
import { root } from './setup/place.mjs'

/**
 * Rules of the project that no other tool checks: for the layout of the repository, words that files must not contain,
 * the length of documents, package-lock.json, type casts and stylesheets.
 */
const rules = [
  namesThatSayNothing,
  foldersTooDeep,
  foldersTooFull,
  testsAlone,
  migrationNumbers,
  oddSpellingsElsewhere,
  placesOfThisMachine(root),
  documentsTooLong,
  licencesWithoutName,
  lockWithHoles,
  castsWithoutReason,
  tooManyCasts,
  classesWithTwoMeanings,
]

const sources = readSources(root)
const breaches = rules.flatMap((rule) => rule(sources))
for (const breach of breaches) console.log(breach)
process.exitCode = breaches.length === 0 ? 0 : 1
