-- What was answered to a note on a client and to what a client asked of their data was kept with its text for a day, also once the
-- client was forgotten: now only which one it was.
update idempotency_keys set answer = jsonb_build_object('id', answer #> '{note,id}')
where key like 'note %' and status = 200 and answer ? 'note';
update idempotency_keys set answer = jsonb_build_object('id', answer #> '{request,id}')
where key like 'data request %' and status = 200 and answer ? 'request';
