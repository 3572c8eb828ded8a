-- Text without accents or capitals, for searching names as people type them.
create function plain(text) returns text immutable strict parallel safe language sql
  return translate(lower($1), 'áéíóúüñàèìòùâêîôûãõäëïöç', 'aeiouunaeiouaeiouaoaeioc');

-- Newest first, page by page, whatever the filter.
create index appointments_by_date on appointments (business_id, appointment_date desc, appointment_time desc, id desc);
