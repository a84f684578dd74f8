import type { TypeNode } from "typescript/unstable/ast"
import { TypeFlags, type Checker, type Type } from "typescript/unstable/sync"

/** What a value is to the driver; "any" where the type does not say. */
export type Kind = string

const { StringLike, NumberLike, BooleanLike, BigIntLike, Nullable, AnyOrUnknown } = TypeFlags

const known = new WeakMap<Type, Kind>()

/** The kind of a type; its null and undefined are left out. */
export function kindOf(type: Type | undefined, checker: Checker): Kind {
  if (type === undefined || type.isErrorType()) return "any"
  const kind = known.get(type) ?? readKind(type, checker)
  known.set(type, kind)
  return kind
}

function readKind(type: Type, checker: Checker): Kind {
  if (type.isUnionType()) {
    const kinds = (type.getTypes() ?? []).flatMap((one) =>
      (one.flags & Nullable) === 0 ? [kindOf(one, checker)] : [],
    )
    const [first = "null", ...more] = new Set(kinds)
    return more.length === 0 ? first : "any"
  }
  const { flags } = type
  if ((flags & AnyOrUnknown) !== 0) return "any"
  if ((flags & Nullable) !== 0) return "null"
  if ((flags & StringLike) !== 0) return "string"
  if ((flags & NumberLike) !== 0) return "number"
  if ((flags & BooleanLike) !== 0) return "boolean"
  if ((flags & BigIntLike) !== 0) return "bigint"
  if (type.isTupleType()) return "array"
  if (checker.isArrayLikeType(type) && type.isTypeReference()) {
    return `${kindOf(checker.getTypeArguments(type)[0], checker)}[]`
  }
  const name = type.getSymbol()?.name
  if (name === "Date") return "Date"
  if (name === "Buffer" || name === "Uint8Array") return "bytes"
  return type.isObjectType() ? "object" : "any"
}

/** Members of a row type with their kinds; null for one that is only a parameter of its function. */
export function membersOf(node: TypeNode, checker: Checker): Record<string, Kind> | null {
  const type = checker.getTypeFromTypeNode(node)
  const isList = type !== undefined && checker.isArrayLikeType(type) && type.isTypeReference()
  const row = isList ? checker.getTypeArguments(type)[0] : type
  if (row === undefined || row.isTypeParameter()) return null
  return Object.fromEntries(
    checker
      .getPropertiesOfType(row)
      .map((one) => [one.name, kindOf(checker.getTypeOfSymbol(one), checker)]),
  )
}
