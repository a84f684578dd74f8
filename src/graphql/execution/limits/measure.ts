import {
  getNamedType,
  GraphQLObjectType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  getNullableType,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
} from "graphql"
import { z } from "zod"
import { pageSize, type Variables } from "./page-size.ts"

/** Size of an operation with its fragments expanded. */
export type Size = {
  /** Levels of fields. */
  depth: number
  /** Levels below __schema and __type, whose standard query is deep. */
  introspectionDepth: number
  rootFields: number
  /** The longest selection set as written; comparing its fields takes quadratic time. */
  siblings: number
  aliases: number
  directives: number
  /** Fields, each multiplied by the sizes of the lists around it. */
  cost: number
}

/** Rows assumed for a list without pagination, unless its field or type says how many are usual. */
const plainListRows = 10
const usualRows = z.object({ rows: z.number() })

/**
 * Measures an operation. Visits each fragment once and multiplies, so that the time is linear even for nested
 * fragments. Also accepts invalid documents: an unknown field counts one, a cyclic fragment zero.
 */
export function measure(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Size {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition)
    }
  }
  const known = new Map<FragmentDefinitionNode, Size>()

  function ofSelections(
    { selections }: SelectionSetNode,
    type: GraphQLCompositeType | undefined,
  ): Size {
    const total = { ...empty(), siblings: selections.length }
    for (const selection of selections) {
      total.directives += selection.directives?.length ?? 0
      if (selection.kind === Kind.FIELD) {
        addField(total, selection, type)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const named = selection.typeCondition?.name.value
        join(total, ofSelections(selection.selectionSet, named === undefined ? type : find(named)))
      } else {
        const fragment = fragments.get(selection.name.value)
        if (fragment !== undefined) join(total, ofFragment(fragment))
      }
    }
    return total
  }

  function ofFragment(fragment: FragmentDefinitionNode): Size {
    const before = known.get(fragment)
    if (before !== undefined) return before
    known.set(fragment, empty())
    const size = ofSelections(fragment.selectionSet, find(fragment.typeCondition.name.value))
    known.set(fragment, size)
    return size
  }

  function addField(total: Size, node: FieldNode, parent: GraphQLCompositeType | undefined): void {
    const field = fieldOf(schema, parent, node.name.value)
    const named = field && getNamedType(field.type)
    const below =
      node.selectionSet === undefined
        ? empty()
        : ofSelections(node.selectionSet, isCompositeType(named) ? named : undefined)
    total.rootFields += 1
    total.siblings = Math.max(total.siblings, below.siblings)
    total.aliases += below.aliases + (node.alias === undefined ? 0 : 1)
    total.directives += below.directives
    total.cost += 1 + rowsOf(field, parent, node, operation, variables) * below.cost
    if (field === SchemaMetaFieldDef || field === TypeMetaFieldDef) {
      total.introspectionDepth = Math.max(total.introspectionDepth, 1 + below.depth)
      total.depth = Math.max(total.depth, 1)
    } else {
      total.introspectionDepth = Math.max(total.introspectionDepth, below.introspectionDepth)
      total.depth = Math.max(total.depth, 1 + below.depth)
    }
  }

  const find = (name: string): GraphQLCompositeType | undefined => {
    const type = schema.getType(name)
    return isCompositeType(type) ? type : undefined
  }

  const size = ofSelections(
    operation.selectionSet,
    schema.getRootType(operation.operation) ?? undefined,
  )
  size.directives += operation.directives?.length ?? 0
  for (const variable of operation.variableDefinitions ?? []) {
    size.directives += variable.directives?.length ?? 0
  }
  return size
}

const empty = (): Size => ({
  depth: 0,
  introspectionDepth: 0,
  rootFields: 0,
  siblings: 0,
  aliases: 0,
  directives: 0,
  cost: 0,
})

/** A fragment has the depth at which it is spread. */
function join(total: Size, other: Size): void {
  total.depth = Math.max(total.depth, other.depth)
  total.introspectionDepth = Math.max(total.introspectionDepth, other.introspectionDepth)
  total.rootFields += other.rootFields
  total.siblings = Math.max(total.siblings, other.siblings)
  total.aliases += other.aliases
  total.directives += other.directives
  total.cost += other.cost
}

type Field = GraphQLField<unknown, unknown>

/** Detects introspection by the schema, not by name: an alias may be called __schema. */
function fieldOf(
  schema: GraphQLSchema,
  parent: GraphQLCompositeType | undefined,
  name: string,
): Field | undefined {
  if (parent === undefined) return undefined
  return schema.getField(parent, name)
}

function rowsOf(
  field: Field | undefined,
  parent: GraphQLCompositeType | undefined,
  node: FieldNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  if (field === undefined || !isObjectType(getNamedType(field.type))) return 1
  const named = getNamedType(field.type)
  if (isConnection(named)) return pageSize(node, operation, variables)
  if (named.name.startsWith("__") || isConnection(parent)) return 1
  if (!isList(field.type)) return 1
  const usual =
    usualRows.safeParse(field.extensions).data ?? usualRows.safeParse(named.extensions).data
  return usual?.rows ?? plainListRows
}

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type))

const isConnection = (type: unknown): boolean =>
  (type instanceof GraphQLObjectType || isInterfaceType(type)) && type.name.endsWith("Connection")
