import type { Rule } from '../sources.ts'

/** A class that a rule is about wherever it is used, as in `.wide {` or `.wide:hover,`. */
const ALONE = /^(?: {2})?\.([\w-]+)[^\s{]*(?: \{|,)$/gm
/** A class that a rule adds to another one, as in `.dashboard.wide` or `&.wide`. */
const ADDED = /[\w&)]\.([\w-]+)(?=[^;{}]*\{)/g

/**
 * Finds classes that have a rule in a stylesheet of some pages, and one in another stylesheet. A stylesheet stays when its page is
 * left, so that it would change other pages on which the class has another meaning. Below another class, a rule may adapt a class,
 * as in `.orders .mark`.
 */
export const classesWithTwoMeanings: Rule = (sources) => {
  const sheets = sources.filter(({ path }) => /^client\/.*\.css$/.test(path))
  const main = sheets.find(({ path }) => path === 'client/styles.css')?.text ?? ''
  const ofAllPages = (path: string) =>
    path === 'client/styles.css' || main.includes(path.slice('client'.length))
  return sheets.flatMap((sheet) => {
    const alone = ofAllPages(sheet.path) ? [] : classes(sheet.text, ALONE)
    const others = sheets.filter(({ path }) => path !== sheet.path)
    return alone.flatMap((name) =>
      others
        .filter(({ text }) => [...classes(text, ALONE), ...classes(text, ADDED)].includes(name))
        .map(({ path }) => `${sheet.path}: .${name} has a rule in ${path}, too`),
    )
  })
}

function classes(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name))]
}
