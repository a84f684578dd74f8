/** SQL: the page's recipient is an existing team channel or a current member. */
export const isOfProject = `
  (page.channel_id is not null or exists (
    select from member where member.project_id = page.project_id and member.user_id = page.user_id))`
