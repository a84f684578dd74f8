/** SQL: the columns of a row `e` of `audit_entry` as a `StoredEntry`. */
export const storedEntry = `
  e.seq, e.id, e.project_id, e.at, e.action,
  json_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', e.actor_name, 'key_class', e.key_class) as actor,
  json_build_object('id', e.subject_id, 'name', e.subject_name) as subject,
  e.changes, e.via, encode(e.hash, 'hex') as hash`
