/**
 * What people want in their own words, what an agent that knows neither the document nor the search sends to `search_operations` for it, and
 * the requests that do it. The people's words alone are for the agent: of them 3 are first and 11 among the first five.
 */
export interface AgentRequest {
  readonly document: string;
  readonly phrase: string;
  readonly query: string;
  readonly requests: readonly string[];
}

const readLine = (line: string): AgentRequest => {
  const [document = "", phrase = "", query = "", requests = ""] = line.split(" | ");
  return { document, phrase, query, requests: requests.split(", ") };
};

export const agentRequests: readonly AgentRequest[] = [
  "jellyfin | restart the server | restart server | POST /System/Restart",
  "jellyfin | make a playlist for the road trip | create playlist | POST /Playlists",
  "jellyfin | show me the words of this song | get song lyrics | GET /Audio/{itemId}/Lyrics",
  "jellyfin | who is watching something right now | list active sessions now playing | GET /Sessions",
  "jellyfin | pause what is on in the living room | pause playback on a session | POST /Sessions/{sessionId}/Playing/{command}",
  "jellyfin | tick off this whole season, I have seen it | mark item as played | POST /UserPlayedItems/{itemId}, POST /UserItems/{itemId}/UserData",
  "jellyfin | get me dutch subtitles for this film | search and download remote subtitles | GET /Items/{itemId}/RemoteSearch/Subtitles/{language}, POST /Items/{itemId}/RemoteSearch/Subtitles/{subtitleId}",
  "jellyfin | I copied new films to the disk, make them show up | scan library for new media | POST /Library/Refresh, POST /Library/Media/Updated, POST /Library/Movies/Added",
  "jellyfin | carry on with the film I fell asleep at | list resume items continue watching | GET /UserItems/Resume",
  "jellyfin | my kid should not get to see violent films | set user parental rating limit | POST /Users/{userId}/Policy",
  "jellyfin | tape the match on saturday evening | schedule a recording timer for a live TV program | POST /LiveTv/Timers",
  "jellyfin | we want to see this together, each from our own couch | create SyncPlay group watch together | POST /SyncPlay/New, POST /SyncPlay/Join",
  "zulip | tell Anna that I am running late | send direct message to user | POST /messages",
  "zulip | put a thumbs up on that | add emoji reaction to message | POST /messages/{message_id}/reactions",
  "zulip | remind me of this tomorrow morning | create reminder for message | POST /reminders",
  "zulip | invite a new colleague | send invitation to new user | POST /invites, POST /invites/multiuse",
  "zulip | who has already seen my announcement | get message read receipts | GET /messages/{message_id}/read_receipts",
  "zulip | what did it say before he changed it | get message edit history | GET /messages/{message_id}/history",
  "zulip | throw out the man who left the company | deactivate user | DELETE /users/{user_id}",
  "zulip | I never want to hear from this person again | mute user | POST /users/me/muted_users/{muted_user_id}",
  "zulip | clear the red counter, I am not going through all that | mark all messages as read | POST /mark_all_as_read, POST /messages/flags/narrow",
  "zulip | let people know I am on holiday until the twelfth | set user status | POST /users/me/status",
  "zulip | warn me when somebody talks about the budget | add alert words | POST /users/me/alert_words",
  "zulip | newcomers should end up in the welcome room by themselves | set default channels for new users | POST /default_streams",
  "medusa | give the buyer his money back | refund payment | POST /admin/payments/{id}/refund",
  "medusa | call off this order | cancel order | POST /admin/orders/{id}/cancel",
  "medusa | put a new t-shirt in the shop | create product | POST /admin/products, POST /admin/products/batch",
  "medusa | make a discount code for christmas | create promotion with discount code | POST /admin/promotions",
  "medusa | how many of these are left on the shelf | get inventory levels stock quantity | GET /admin/inventory-items/{id}/location-levels, GET /admin/inventory-items/{id}, GET /admin/products/{id}/variants/{variant_id}",
  "medusa | the parcel left today, here is the tracking number | create shipment with tracking number for fulfillment | POST /admin/orders/{id}/fulfillments/{fulfillment_id}/shipments, POST /admin/fulfillments/{id}/shipment",
  "medusa | she moved, change where her parcels go | update order shipping address | POST /admin/customers/{id}/addresses/{address_id}, POST /admin/customers/{id}/addresses",
  "medusa | fill the shop from my spreadsheet | import products from CSV | POST /admin/products/import, POST /admin/products/import/{transaction_id}/confirm",
  "medusa | the vase arrived in pieces and we have to make it good | create claim for damaged item | POST /admin/claims",
  "medusa | she would rather have another size | create exchange for order item | POST /admin/exchanges",
  "medusa | our new assistant has to get into the back office | invite user to admin | POST /admin/invites",
  "medusa | vat goes up next month | update tax rate | POST /admin/tax-rates/{id}",
  "frigate | show me the driveway camera now | get latest camera snapshot | GET /{camera_name}/latest.{extension}, GET /{camera_name}",
  "frigate | make a login for my wife | create user | POST /users",
  "frigate | switch off the bedroom camera | disable camera | PUT /camera/{camera_name}/set/{feature}, PUT /camera/{camera_name}/set/{feature}/{sub_command}",
  "frigate | erase the recordings of last week | delete recordings | DELETE /recordings/start/{start}/end/{end}",
  "frigate | how much room do all these videos take | get recordings storage usage | GET /recordings/storage",
  "frigate | find the woman with the red umbrella | search events by description | GET /events/search",
  "frigate | write out what they were saying | transcribe audio | PUT /audio/transcribe",
  "frigate | send the alarms to my phone | send push notifications register device | POST /notifications/register",
  "frigate | the police want a video of the break-in | export recording clip | POST /export/{camera_name}/start/{start_time}/end/{end_time}, POST /export/custom/{camera_name}/start/{start_time}/end/{end_time}, GET /{camera_name}/start/{start_ts}/end/{end_ts}/clip.mp4",
  "frigate | let it learn what my son looks like | train face recognition register face | POST /faces/{name}/register, POST /faces/{name}/create, POST /faces/train/{name}/classify",
  "frigate | it took the cat for a burglar | mark event as false positive | PUT /events/{event_id}/false_positive",
  "frigate | in a few words, what went on last night | summarize review items for time range | POST /review/summarize/start/{start_ts}/end/{end_ts}",
].map(readLine);
