import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import pg from "pg"

// The baseline of bench/rest.ts: node:http and pg alone. The write runs the whole mutation in SQL, including the lock
// that the prober also takes and the query for active escalations.
// Times stay text, as PostgreSQL wrote them.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text)
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })
const list = {
  name: "list",
  text: `select m.id, m.name, m.description, m.kind as monitor_type, s.status,
                m.paused_at is not null as active_monitoring_disabled, m.failure_threshold,
                m.created_at, m.updated_at
           from monitor m join monitor_state s on s.monitor_id = m.id
          where m.project_id = $1 and m.deleted_at is null order by m.name, m.id limit 26`,
}
const lock = {
  name: "lock",
  text: "select now() as at from monitor_state where monitor_id = $1 for update",
}
const mute = {
  name: "mute",
  text: `update monitor set muted_until = now() + $2 * interval '1 minute', updated_at = now()
          where id = $1 and project_id = $3
         returning id, muted_until, array(
           select a.id from alert a join escalation e on e.alert_id = a.id
            where a.monitor_id = monitor.id and e.state in ('active', 'joined')) as alerts`,
}
const audit = {
  name: "audit",
  text: `insert into audit_entry (id, project_id, actor_kind, actor_name, action, subject_id, subject_name, changes)
         values (gen_random_uuid(), $1, 'key', 'bench', 'monitor.muted', $2, '', $3)`,
}

async function answer(project: string, monitor: string | null, body: string): Promise<unknown> {
  if (monitor === null) {
    const { rows } = await pool.query({ ...list, values: [project] })
    return {
      data: rows.slice(0, 25),
      has_more: rows.length > 25,
      next_cursor: rows[24]?.id ?? null,
    }
  }
  const { duration_minutes: minutes } = JSON.parse(body) as { duration_minutes: number }
  const client = await pool.connect()
  try {
    await client.query("begin")
    await client.query({ ...lock, values: [monitor] })
    const { rows } = await client.query({ ...mute, values: [monitor, minutes, project] })
    await client.query({ ...audit, values: [project, monitor, JSON.stringify(rows[0])] })
    await client.query("commit")
    return rows[0]
  } finally {
    client.release()
  }
}

const server = createServer((req, res) => {
  void (async () => {
    const project = String(req.headers["x-project"])
    const monitor = /^\/v1\/monitors\/([^/]+)\/mute$/.exec(req.url ?? "")?.[1] ?? null
    const body = req.method === "POST" ? await text(req) : ""
    const written = JSON.stringify(await answer(project, monitor, body))
    res.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(written),
    })
    res.end(written)
  })()
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("server has no port")
  process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${address.port}` })}\n`)
})
