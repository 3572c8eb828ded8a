-- Nothing shows a deleted service or professional again: their pictures, of which there was no bound, go like any that nobody refers to.
update services set image_url = null where deleted_at is not null and image_url is not null;
update professionals set avatar_url = null where deleted_at is not null and avatar_url is not null;
