import type { Dropped, Item } from "./item.ts"
import { drop } from "./item.ts"
import type { Keyword } from "./request.ts"
import { otherCodes } from "./request.ts"
import { quoted } from "./words.ts"
import type { Target } from "./target.ts"

/** What of an endpoint's conditions can be carried; each of the others is told. */
type Judged = { codes?: string; keyword?: Keyword }

/** They hold for every monitor here anyway. */
const usual = ["[STATUS]==200", "[CONNECTED]==true", "[DNS_RCODE]==NOERROR"]
const inverted = /^\[CONNECTED\](==false|!=true)$|^\[DNS_RCODE\](==(?!NOERROR$)[A-Z]+|!=NOERROR)$/

export function conditionsOf(
  conditions: unknown[],
  type: Target["type"],
  item: Item,
): Judged | Dropped {
  const judged: Judged = {}
  let isStatusJudged = false
  for (const [at, one] of conditions.entries()) {
    if (typeof one !== "string") {
      item.lossy("A condition that is no text was left out", "conditions", at)
      continue
    }
    const bare = one.replaceAll(/\s+/g, "")
    if (inverted.test(bare)) {
      return drop(
        "it is well there when nothing answers: here it would alarm while all is well",
        "conditions",
        at,
      )
    }
    const codes = bare.startsWith("[STATUS]") ? statusCodes(bare.slice(8)) : null
    const text = keywordIn(one)
    // A second condition on the status narrows the first, unless it says the same.
    const isFurther = codes !== null && codes !== judged.codes
    if (codes !== null && !isStatusJudged) judged.codes = codes
    else if (text !== null && judged.keyword === undefined) judged.keyword = text
    else if (isFurther || !usual.includes(bare)) {
      item.lossy(`The condition ${quoted(one)} was left out`, "conditions", at)
    }
    isStatusJudged ||= bare.startsWith("[STATUS]")
  }
  if (type === "http" && !isStatusJudged) judged.codes = anyCode
  return judged
}

const anyCode = "100-599"

/** `==204`, `!=503`, `<400` and `==any(200,429)` as codes and ranges. */
function statusCodes(rest: string): string | null {
  const [, sign = "", code = ""] = /^(==|!=|<=|>=|<|>)([1-5]\d\d)$/.exec(rest) ?? []
  const number = Number(code)
  switch (sign) {
    case "==":
      // A plain monitor is content with every 2xx.
      return code === "200" ? "200-299" : code
    case "!=":
      return otherCodes(number)
    case "<":
      return range(100, number - 1)
    case "<=":
      return range(100, number)
    case ">":
      return range(number + 1, 599)
    case ">=":
      return range(number, 599)
    default: {
      const [, codes] = /^==any\(([1-5]\d\d(?:,[1-5]\d\d)*)\)$/.exec(rest) ?? []
      return codes !== undefined && codes.length <= 200 ? codes : null
    }
  }
}

const range = (from: number, to: number) => (from > to ? null : `${from}-${to}`)

/** `[BODY] == pat(*word*)` and its opposite, as long as the word has no pattern of its own. */
function keywordIn(condition: string): Keyword | null {
  const [, sign, word] =
    /^\s*\[BODY\]\s*(==|!=)\s*pat\(\*([^*?[\]\\]+)\*\)\s*$/.exec(condition) ?? []
  return word === undefined ? null : { text: word, isWanted: sign === "==" }
}
