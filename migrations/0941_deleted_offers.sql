-- What was deleted in the last days, which goes for good when nothing names it; and the services that have a picture, among all that
-- a business ever had.
create index services_deleted on services (deleted_at) where deleted_at is not null;
create index professionals_deleted on professionals (deleted_at) where deleted_at is not null;
create index services_with_picture on services (business_id) where image_url is not null;
