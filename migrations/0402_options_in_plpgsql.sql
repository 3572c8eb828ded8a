-- As before. A check's function in SQL is parsed anew, in vain, with each row that is written: a tenth of what a booking costs.
create or replace function are_options(list jsonb, most integer, least_minutes integer) returns boolean
language plpgsql immutable as $$
begin
  if list = '[]' then return true; end if;
  return jsonb_typeof(list) = 'array' and jsonb_array_length(list) <= most
    and jsonb_array_length(list) = (select count(distinct o -> 'id') from jsonb_array_elements(list) o)
    and not exists (
      select from jsonb_array_elements(list) o
      where (jsonb_typeof(o -> 'id') = 'number' and length(o ->> 'name') between 1 and 60
        and case when jsonb_typeof(o -> 'duration_minutes') = 'number' and jsonb_typeof(o -> 'price') = 'number'
          then (o ->> 'duration_minutes')::numeric between least_minutes and 720
            and (o ->> 'price')::numeric between 0 and 9999999999.99 end) is not true);
end $$;
