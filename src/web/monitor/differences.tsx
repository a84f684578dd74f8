import type { differencesOf } from "./settings-words.ts"

/** Values before and after a change, as entries of a `dl`. */
export const Differences = ({ of }: { of: ReturnType<typeof differencesOf> }) =>
  of.map(({ name, from, to }) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>
        {from !== null && (
          <>
            <del>{from}</del> <span aria-hidden="true">→</span>{" "}
          </>
        )}
        <ins>{to}</ins>
      </dd>
    </div>
  ))
