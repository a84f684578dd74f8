import { getNamedType, isLeafType, isObjectType, type GraphQLObjectType } from "graphql"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { schema } from "../../src/graphql/schema.ts"
import { ask } from "./ask.ts"
import type { World } from "./world.ts"

export const mutations = schema.getMutationType()?.getFields() ?? {}

type Entry = { action: string; actorKind: string; changes: unknown }
type Options = { as?: Actor; select?: string; world?: World }
/** Who may only change what is theirs, by a name for the message. */
type Others = {
  actors: Record<string, Actor>
  isOwn(field: string, args: Record<string, unknown>): boolean
}

const refusals: unknown[] = ["not_found", "insufficient_scope"]

/** Changed by every request, also by those that are refused. */
const unrelated = ["rate_limit_window", "audit_entry", "refusing"]

/** Fields that change what is there; their entries say from what to what. */
const isChange = (field: string) => /^(update|rename|change|set|move)/.test(field)

/**
 * Runs mutations, each several times: as others, who are refused, and while the audit log takes no entry, when nothing
 * at all may change, and then as usual, when there must be one.
 */
export async function createAudited(world: World, owner: Actor, others: Others) {
  const { pool } = world.services.database
  await pool.query(`
    create function refuse_entry() returns trigger language plpgsql as
      'begin
         if exists (select from refusing) then raise exception ''the audit log takes no entry''; end if;
         return new;
       end';
    create trigger refuse_entry before insert on audit_entry for each row execute function refuse_entry();
    create table refusing (id int);
    create function digest() returns setof text language plpgsql as $body$
      declare name text; line text;
      begin
        for name in select relname from pg_class
                     where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
                       and pg_relation_size(oid) > 0 and relname not in ('${unrelated.join("', '")}')
        loop
          execute format('select concat_ws(''+'', count(*), sum(xmin::text::int8)) from %I', name) into line;
          return next name || ' ' || line;
        end loop;
      end $body$`)
  /** A line for each table, by which every write of it shows. */
  const digest = async () => {
    const { rows } = await pool.query<{ line: string }>("select digest() as line")
    return rows.map(({ line }) => line)
  }
  const entries = async (): Promise<Entry[]> => {
    const { rows } = await pool.query<Entry>(
      `select action, actor_kind as "actorKind", changes from audit_entry order by id`,
    )
    return rows
  }
  const seen = new Set<string>()
  const faults: string[] = []

  async function mutate(
    field: string,
    args: Record<string, unknown>,
    { as = owner, select, world: other = world }: Options = {},
  ): Promise<Record<string, unknown>> {
    seen.add(field)
    const source = documentOf(field, args, select)
    const [before, state] = [await entries(), await digest()]
    for (const [name, actor] of Object.entries(others.actors)) {
      if (others.isOwn(field, args)) break
      const { errors } = await ask(other, actor, source, args)
      if (errors.some(({ code }) => refusals.includes(code))) continue
      faults.push(`${field} does not refuse ${name}: ${errors[0]?.message ?? "done"}`)
    }
    await pool.query("insert into refusing values (1)")
    await ask(other, as, source, args)
    await pool.query("delete from refusing")
    const changed = (await digest()).filter((line) => !state.includes(line) && !line.endsWith(" 0"))
    faults.push(
      ...changed.map(
        (line) => `${field} changes something without its entry or for others: ${line}`,
      ),
    )
    const { data, errors } = await ask(other, as, source, args)
    faults.push(...errors.map(({ message }) => `${field}: ${message}`))
    const [entry] = (await entries()).slice(before.length)
    if (entry === undefined) faults.push(`${field} wrote no entry`)
    else if (isChange(field) && entry.changes === null)
      faults.push(`${field} does not say what changed`)
    else if (entry.actorKind !== "user") faults.push(`${field} does not name the person`)
    const value = data?.[field]
    return typeof value === "object" && value !== null ? { ...value } : { value }
  }

  return { mutate, seen, faults }
}

function documentOf(field: string, args: Record<string, unknown>, select?: string): string {
  const known = mutations[field]
  if (known === undefined) throw new Error(`there is no mutation ${field}`)
  const given = known.args.filter(({ name }) => name in args)
  const variables = given.map(({ name, type }) => `$${name}: ${String(type)}`).join(", ")
  const passed = given.map(({ name }) => `${name}: $${name}`).join(", ")
  const type = getNamedType(known.type)
  const selection = isLeafType(type) ? "" : `{ ${select ?? idOf(type as GraphQLObjectType)} }`
  const head = variables === "" ? "" : `(${variables})`
  return `mutation ${head} { ${field}${passed === "" ? "" : `(${passed})`} ${selection} }`
}

const idOf = (type: GraphQLObjectType): string =>
  isObjectType(type) && "id" in type.getFields() ? "id" : "__typename"
