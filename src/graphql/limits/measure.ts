import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from "graphql"
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
} from "graphql"
import type { GraphQLCompositeType, GraphQLOutputType } from "graphql"
import { getNullableType } from "graphql"
import { pageSize } from "./page-size.ts"
import type { Variables } from "./page-size.ts"

/** How large one operation is once its fragments are spread out. */
export type Size = {
  /** Levels of fields. */
  depth: number
  /** The same below __schema and __type, whose own query is deep by nature. */
  introspectionDepth: number
  rootFields: number
  /** The longest selection set as it is written: comparing its fields takes quadratic time. */
  siblings: number
  aliases: number
  directives: number
  /** Fields, each as often as its lists may repeat it. */
  cost: number
}

/** Rows counted for a list that has no pages. */
const plainListRows = 10

/**
 * Sizes add up and multiply by arithmetic, each fragment being read once, so that a document of 2,000 tokens
 * costs microseconds however often its fragments repeat. It judges nothing and takes documents that are not
 * valid: an unknown field counts one, a fragment within itself nothing.
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

/** A fragment stands on the level on which it is spread. */
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

/** The schema decides what introspection is, never a name: a fragment may call itself __schema. */
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
  return isList(field.type) ? plainListRows : 1
}

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type))

const isConnection = (type: unknown): boolean =>
  (type instanceof GraphQLObjectType || isInterfaceType(type)) && type.name.endsWith("Connection")
