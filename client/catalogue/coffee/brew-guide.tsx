import type { Brew } from '#contract/selling/coffee-facts.ts'
import { words } from '../texts.ts'

const { brewColumns: columns } = words

/** How the roaster brews a coffee: a row for each brewer, with the ratio of coffee to water. */
export function BrewGuide({ brews }: { brews: readonly Brew[] }) {
  if (brews.length === 0) return null
  return (
    <section aria-labelledby="brew-guide">
      <h2 id="brew-guide">{words.brewGuide}</h2>
      <table className="brew-guide">
        <thead>
          <tr>
            {[columns.method, columns.dose, columns.water, columns.ratio, columns.heat, columns.time].map(
              (text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {brews.map((brew) => (
            <BrewRow key={JSON.stringify(brew)} brew={brew} />
          ))}
        </tbody>
      </table>
      <p className="soft small">{words.brewHint}</p>
    </section>
  )
}

function BrewRow({ brew: { method, doseGrams, waterGrams, celsius, grind, seconds } }: { brew: Brew }) {
  return (
    <tr>
      <th scope="row">
        {method}
        {grind !== undefined && <span className="soft small">{words.brewGrind(grind)}</span>}
      </th>
      <td data-name={columns.dose}>{doseGrams}&nbsp;g</td>
      <td data-name={columns.water}>{waterGrams}&nbsp;g</td>
      <td data-name={columns.ratio}>1&thinsp;:&thinsp;{ratio(doseGrams, waterGrams)}</td>
      <td data-name={columns.heat}>{celsius !== undefined && `${celsius}\u00a0°C`}</td>
      <td data-name={columns.time}>{seconds !== undefined && duration(seconds)}</td>
    </tr>
  )
}

/** How much water one part of coffee gets, with one decimal at most. */
function ratio(doseGrams: number, waterGrams: number): number {
  return Math.round((waterGrams / doseGrams) * 10) / 10
}

const MINUTE = 60
const HOUR = 3600

/** `150` is `2:30` minutes, and `57600` is `16 h`. */
function duration(seconds: number): string {
  if (seconds >= HOUR) return `${Math.round((seconds / HOUR) * 10) / 10}\u00a0h`
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`
}
