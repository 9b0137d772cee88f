from __future__ import annotations

import os
import pickle
import signal
import socket
import threading
import time
import unittest
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any, List, Union
from unittest import mock

import decidable
from decidable import (
    BadRequestError,
    CallTimeoutError,
    ConnectionFailedError,
    DecidableError,
    ServiceError,
    TooManyRequestsError,
    UnauthorizedError,
    UnexpectedAnswerError,
)
from decidable.connections import Connections, Reply
from decidable.deadline import Deadline

from tests.service import CSV, DIRECT, ENDPOINT, KEY, ORGANIZATION, after, bodies, client, seen, session

PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Mobile/15E148 Safari/604.1"
)


class Answers(unittest.TestCase):
    def test_every_operation_is_answered_over_one_connection(self) -> None:
        before = seen()["connections"]
        shop = client()
        after()
        one, other = session("all"), session("other")
        tracked = shop.track(session_id=one, signals=[{"type": "category_view", "value": "boots"}])
        self.assertEqual((tracked.signals.accepted, tracked.signals.unrecognised), (1, []))
        ranked = shop.catalog_ranked(session_id=one, limit=3)
        self.assertEqual([item.attributes["category"] for item in ranked.items], ["Boots"] * 3)
        shown = shop.exposure(session_id=one, decision_id=ranked.decision_id, items=[ranked.items[0].id])
        self.assertEqual(shown.recorded, 1)
        clicked = shop.event(session_id=one, name="product_click", decision_id=ranked.decision_id)
        self.assertFalse(clicked.duplicate)
        read = shop.session(session_id=one)
        self.assertEqual(read.signal_count, 1)
        assert read.opened_at is not None
        self.assertLess(abs(read.opened_at - datetime.now(timezone.utc)), timedelta(minutes=1))

        behaved = shop.track_behavior(session_id=other, behavior="opened-lookbook", metadata={"page": 2})
        self.assertEqual(behaved.behavior, "opened-lookbook")
        self.assertEqual(shop.track_keywords(session_id=other, query="red hat").keywords, ["red", "hat"])
        found = shop.search(
            session_id=other, products=[{"id": "p0"}, {"id": "p1", "price": Decimal("12.50")}]
        )
        self.assertEqual(len(found.results), 2)
        self.assertEqual(bodies()[-1]["products"][1]["price"], 12.5)
        reranked = shop.rerank(session_id=other, results=["p0", {"id": "p1", "score": 2}])
        self.assertEqual({result.previous_rank for result in reranked.results}, {1, 2})
        self.assertGreater(len(shop.suggest(session_id=other, query="bo").suggestions), 0)

        audit = shop.catalog_audit(csv=CSV)
        self.assertEqual((audit.products, audit.storage.stored), (4, False))
        verified = shop.catalog_verify(
            before=CSV,
            after=CSV.replace("2,,", "2,green,"),
            repairs=[{"attribute": "colour", "estimatedHours": 2}],
            organization_id=ORGANIZATION,
        )
        self.assertEqual((len(verified.claims or []), verified.storage.stored), (1, True))
        self.assertEqual(seen()["connections"] - before, 1)
        shop.close()

    def test_an_answer_tells_what_is_there_and_what_is_not(self) -> None:
        with client() as shop:
            ranked = shop.catalog_ranked(session_id=session("bare"), limit=1, fields=[], explain=False)
            item = ranked.items[0]
            self.assertIsNone(item.why)
            with self.assertRaisesRegex(AttributeError, "score_breakdown.*left it out"):
                print(item.score_breakdown)
            with self.assertRaisesRegex(AttributeError, "CatalogRankedItem has no `colour`$"):
                print(item.colour)  # type: ignore[attr-defined]
            self.assertEqual(ranked.raw["items"][0]["id"], item.id)
            self.assertEqual(pickle.loads(pickle.dumps(ranked)), ranked)
            self.assertNotEqual(ranked, item)
            self.assertIn(f"CatalogRankedItem(id='{item.id}'", repr(ranked))
            with self.assertRaises(AttributeError):
                item.id = "other"  # type: ignore[misc]
            made = decidable.Context(device="mobile", referrer="direct", time_of_day="night")
            self.assertEqual(
                made, decidable.Context.of_json({"device": "mobile", "referrer": "direct", "timeOfDay": "night"})
            )

    def test_a_large_answer_comes_compressed(self) -> None:
        with client(endpoint=DIRECT) as shop:
            self.assertEqual(len(shop.catalog_ranked(session_id=session("many"), limit=60).items), 60)
            connections = shop._connections
            with mock.patch.object(connections, "post") as post:
                replies: List[Reply] = []

                def kept(*args: Any) -> Reply:
                    replies.append(Connections.post(connections, *args))
                    return replies[-1]

                post.side_effect = kept
                shop.catalog_ranked(session_id=session("many"), limit=60)
            self.assertEqual(replies[0].headers["content-encoding"], "gzip")

    def test_what_shops_have_and_json_has_not_is_sent_as_the_interface_takes_it(self) -> None:
        shop = client()
        visitor = uuid.uuid4()
        after()
        shop.track(
            session_id=visitor,
            signals=[{"type": "search", "value": "boots", "at": datetime.now(timezone.utc)}],
        )
        self.assertEqual(bodies()[0]["sessionId"], str(visitor))
        self.assertRegex(bodies()[0]["signals"][0]["at"], r"^\d{4}-\d\d-\d\dT.*\+00:00$")
        half = shop.track_keywords(session_id=session("half"), query="emoji \ud83d cut")
        self.assertIn("emoji", half.keywords)
        for wrong, why in [(float("nan"), "JSON"), (datetime.now(), "time zone"), (object(), "object")]:
            with self.assertRaisesRegex((TypeError, ValueError), f"^track_behavior: .*{why}"):
                shop.track_behavior(session_id="s", behavior="b", metadata={"x": wrong})
        circular: List[Any] = []
        circular.append(circular)
        with self.assertRaisesRegex(ValueError, "Circular"):
            shop.track_behavior(session_id="s", behavior="b", metadata={"x": circular})
        shop.close()

    def test_headers_of_the_shoppers_request_give_the_context(self) -> None:
        with client(endpoint=DIRECT) as shop:
            headers = {"User-Agent": PHONE, "X-Api-Key": "not this one", "Content-Type": "text/plain"}
            seen_as = shop.track(session_id=session("phone"), headers=headers).context
            self.assertEqual(seen_as.device, "mobile")
            # The client itself is no device, and no bot.
            self.assertEqual(shop.track(session_id=session("server")).context.device, "other")


class Failures(unittest.TestCase):
    def test_a_refusal_says_what_the_service_said(self) -> None:
        with client() as shop:
            with self.assertRaises(BadRequestError) as caught:
                shop.catalog_ranked(session_id=session("wrong"), limit=0)
            error = caught.exception
            self.assertIsInstance(error, ServiceError)
            self.assertIsInstance(error, DecidableError)
            self.assertEqual(
                (error.operation, error.status, error.code), ("catalog_ranked", 400, "BAD_REQUEST")
            )
            self.assertIn("limit", error.message)
            self.assertEqual(error.envelope["error"]["message"], error.message)
            self.assertIn(error.correlation_id, seen()["logged"])
            self.assertIn(error.correlation_id, str(error))
            copy = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(copy), str(copy), vars(copy)), (type(error), str(error), vars(error)))
        with client(api_key="sk_live_unknown") as stranger, self.assertRaises(UnauthorizedError):
            stranger.session(session_id="s")

    def test_a_limit_that_is_reached_is_waited_for_as_long_as_the_service_says(self) -> None:
        visitor = session("limited")
        with client() as shop, ThreadPoolExecutor(30) as threads:

            def call(**options: Any) -> Union[bool, DecidableError]:
                try:
                    return shop.session(session_id=visitor, **options).found
                except DecidableError as error:
                    return error

            answers = threads.map(lambda _: call(retries=0), range(30))
            error = next(answer for answer in answers if isinstance(answer, TooManyRequestsError))
            assert error.details is not None and error.retry_after is not None
            self.assertEqual(error.retry_after, error.details.retry_after_seconds)
            self.assertEqual(
                (error.details.limit, error.details.most, error.details.unit), ("session", 5, "requests")
            )
            self.assertEqual(call(), False)

    def test_an_error_of_a_proxy_is_told_as_such_after_it_was_tried_again(self) -> None:
        with client() as shop:
            after({"status": 502})
            self.assertFalse(shop.session(session_id=session("proxied")).found)
            after({"status": 404})
            with self.assertRaisesRegex(UnexpectedAnswerError, "<h1>Bad gateway</h1>") as caught:
                shop.session(session_id=session("proxied"))
            self.assertEqual((caught.exception.status, len(bodies())), (404, 1))
            after({"status": 200})
            with self.assertRaises(UnexpectedAnswerError):
                shop.session(session_id=session("proxied"))
            after({"status": 503, "headers": {"content-encoding": "gzip"}}, {"status": 504})
            self.assertFalse(shop.session(session_id=session("proxied")).found)

    def test_a_redirect_is_not_followed_as_it_would_take_the_key_along(self) -> None:
        after({"status": 308, "headers": {"location": "https://elsewhere.example/"}})
        with (
            client() as shop,
            self.assertRaisesRegex(
                UnexpectedAnswerError, r"redirects to https://elsewhere\.example/\..*`endpoint`"
            ),
        ):
            shop.session(session_id=session("moved"))

    def test_a_service_that_cannot_be_reached_is_named_without_the_key(self) -> None:
        with client(endpoint="http://127.0.0.1:9/api/v1", retries=1) as nowhere:
            with self.assertRaises(ConnectionFailedError) as caught:
                nowhere.session(session_id=session("nowhere"))
            self.assertRegex(
                str(caught.exception), r"^session: No answer from http://127\.0\.0\.1:9/api/v1 \(.+\)\.$"
            )
            self.assertIsInstance(caught.exception, ConnectionError)
            self.assertIsInstance(caught.exception.__cause__, OSError)
            self.assertNotIn(KEY, str(caught.exception) + repr(nowhere) + repr(nowhere._settings))


class Retries(unittest.TestCase):
    def test_a_request_whose_answer_is_lost_is_sent_again_under_its_name_and_applied_once(self) -> None:
        with client() as shop:
            visitor = session("lost")
            after("lose")
            shop.track(session_id=visitor, signals=[{"type": "category_view", "value": "hats"}])
            sent = bodies()
            self.assertEqual(len(sent), 2)
            self.assertEqual(sent[0], sent[1])
            self.assertRegex(sent[0]["batchId"], "^[0-9a-f-]{36}$")
            self.assertEqual(shop.session(session_id=visitor).signal_count, 1)
            after("lose")
            tracked = shop.catalog_ranked(
                session_id=visitor, signals=[{"type": "category_view", "value": "boots"}]
            ).tracked
            self.assertEqual(tracked.signals.accepted if tracked else 0, 1)
            self.assertEqual(bodies()[0], bodies()[1])
            self.assertRegex(bodies()[0]["batchId"], "^[0-9a-f-]{36}$")
            self.assertEqual(shop.session(session_id=visitor).signal_count, 2)
            after("lose")
            shop.catalog_ranked(session_id=visitor)
            self.assertNotIn("batchId", bodies()[0])
            after("lose")
            ordered = shop.event(session_id=session("ordered"), name="checkout_started")
            self.assertEqual((ordered.duplicate, ordered.event_id), (True, bodies()[0]["eventId"]))
            after("lose")
            self.assertEqual(
                shop.event(session_id=session("paid"), name="paid", event_id="order-7").event_id, "order-7"
            )

    def test_a_request_that_would_count_twice_is_not_sent_again(self) -> None:
        with client() as shop:
            visitor = session("twice")
            after("lose")
            with self.assertRaises(ConnectionFailedError):
                shop.track_behavior(session_id=visitor, behavior="asked")
            self.assertEqual(len(bodies()), 1)
            self.assertEqual(shop.track_behavior(session_id=visitor, behavior="asked").count, 2)
            after("lose")
            with self.assertRaises(ConnectionFailedError):
                shop.catalog_audit(csv=CSV, organization_id=ORGANIZATION)
            after("lose")
            self.assertEqual(shop.catalog_audit(csv=CSV).products, 4)

    def test_retries_end_with_the_last_failure(self) -> None:
        with client() as shop:
            after("lose", "lose", "lose")
            with self.assertRaises(ConnectionFailedError):
                shop.session(session_id=session("gone"))
            self.assertEqual(len(bodies()), 3)
            after("lose")
            with self.assertRaises(ConnectionFailedError):
                shop.session(session_id=session("gone"), retries=0)
            self.assertEqual(len(bodies()), 1)

    def test_a_call_ends_with_its_time(self) -> None:
        with client() as shop:
            after("hang")
            with self.assertRaisesRegex(CallTimeoutError, r"^session: No answer within 0\.05 s\.$") as caught:
                shop.session(session_id=session("slow"), timeout=0.05)
            self.assertIsInstance(caught.exception, TimeoutError)
            after({"status": 502}, "hang")
            with self.assertRaises(CallTimeoutError) as again:
                shop.session(session_id=session("slow"), timeout=3)
            self.assertIsInstance(again.exception.__cause__, UnexpectedAnswerError)

    def test_an_answer_that_drips_does_not_prolong_a_call(self) -> None:
        after("drip")
        with client() as shop, self.assertRaises(CallTimeoutError):
            shop.session(session_id=session("drip"), timeout=0.2)


class KeptConnections(unittest.TestCase):
    def test_a_connection_that_was_closed_meanwhile_is_not_used_again(self) -> None:
        with client(retries=0) as shop:
            shop.session(session_id=session("closed"))
            [(kept, _)] = shop._connections._idle
            assert kept.sock is not None
            # What a service does that restarts.
            kept.sock.shutdown(2)
            before = seen()["connections"]
            shop.track_behavior(session_id=session("closed"), behavior="b")
            self.assertEqual(seen()["connections"] - before, 1)

    def test_a_connection_is_used_no_longer_than_the_service_keeps_it(self) -> None:
        with client(endpoint=DIRECT) as shop:
            shop.session(session_id=session("kept"))
            [(kept, until)] = shop._connections._idle
            self.assertTrue(4 < until - time.monotonic() <= 74)
            shop._connections._idle = [(kept, time.monotonic() - 0.001)]
            shop.session(session_id=session("kept"))
            self.assertIsNone(kept.sock)

    def test_threads_share_a_client_and_close_ends_its_connections(self) -> None:
        with client() as shop:
            failures: List[BaseException] = []

            def call() -> None:
                try:
                    for _ in range(3):
                        shop.track(session_id=session("thread"), signals=[{"type": "search", "value": "hat"}])
                except BaseException as error:
                    failures.append(error)

            before = seen()["connections"]
            threads = [threading.Thread(target=call) for _ in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(failures, [])
            self.assertLessEqual(seen()["connections"] - before, 6)
            idle = [connection for connection, _ in shop._connections._idle]
        self.assertTrue(idle and all(connection.sock is None for connection in idle))

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_a_process_that_forks_shares_no_connection(self) -> None:
        with client() as shop:
            visitor = session("forked")
            shop.track_behavior(session_id=visitor, behavior="b")
            before = seen()["connections"]
            child = os.fork()
            if child == 0:
                shop.track_behavior(session_id=visitor, behavior="b")
                os._exit(0)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(shop.track_behavior(session_id=visitor, behavior="b").count, 3)
            self.assertEqual(seen()["connections"] - before, 1)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_a_fork_while_a_thread_takes_a_connection_leaves_no_lock_behind(self) -> None:
        held, forked = threading.Event(), threading.Event()
        with client() as shop:
            shop.session(session_id=session("locked"))

            def hold() -> None:
                with shop._connections._lock:
                    held.set()
                    forked.wait()

            thread = threading.Thread(target=hold)
            thread.start()
            held.wait()
            child = os.fork()
            if child == 0:
                # Ends a child that waits for the lock.
                signal.alarm(20)
                shop.session(session_id=session("locked"))
                os._exit(0)
            forked.set()
            thread.join()
            self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_each_address_of_a_host_has_what_is_left_of_the_time(self) -> None:
        class Ending(Deadline):
            """Runs out when time is asked for the fourth time."""

            asked = 0

            def required(self) -> float:
                self.asked += 1
                if self.asked > 3:
                    raise TimeoutError("the time of the call has run out")
                return super().required()

        with socket.create_server(("127.0.0.1", 0)) as closed:
            address = closed.getsockname()
        found = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", address)] * 5
        with (
            client(endpoint="http://several.invalid/api/v1", proxy="") as shop,
            mock.patch("socket.getaddrinfo", return_value=found),
        ):
            with self.assertRaises(TimeoutError):
                shop._connections.post("/session", b"{}", {}, Ending(60))
            with self.assertRaises(ConnectionRefusedError):
                shop._connections.post("/session", b"{}", {}, Deadline(60))

    def test_a_refusal_that_came_in_time_is_told_though_no_time_is_left(self) -> None:
        class Ending(Deadline):
            """Has run out for whatever comes after the answer."""

            @property
            def left(self) -> float:
                return -1.0

            def required(self) -> float:
                return 60.0

        with client() as shop, mock.patch("decidable.client.Deadline", Ending):
            with self.assertRaises(BadRequestError):
                shop.session(session_id="")
            after("lose")
            with self.assertRaises(CallTimeoutError):
                shop.session(session_id=session("late"))


class Options(unittest.TestCase):
    def test_an_option_that_is_missing_or_wrong_is_refused_by_its_name(self) -> None:
        wrong: List[Any] = [
            ({"endpoint": "decidable.example"}, "`endpoint`.*https:"),
            ({"endpoint": "ftp://decidable.example"}, "`endpoint`.*https:"),
            ({"endpoint": "https://"}, "`endpoint`"),
            ({"endpoint": "https://decidable.example:port"}, "`endpoint`"),
            ({"endpoint": "http://[::1/api"}, "`endpoint`"),
            ({"endpoint": "https://decidable.example/api/v1?x=1"}, "`endpoint`"),
            ({"endpoint": "https://user:pass@decidable.example"}, "`endpoint`"),
            ({"api_key": ""}, "`api_key` is missing"),
            ({"api_key": "sk_\nlive"}, "`api_key` has a character"),
            ({"organization_id": " "}, "`organization_id` is missing"),
            ({"timeout": 0}, "`timeout`"),
            ({"timeout": 86_400.1}, "`timeout`"),
            ({"timeout": float("nan")}, "`timeout`"),
            ({"timeout": True}, "`timeout`"),
            ({"grading_timeout": -1}, "`grading_timeout`"),
            ({"retries": -1}, "`retries`"),
            ({"retries": 101}, "`retries`"),
            ({"proxy": "socks5://127.0.0.1:1080"}, "`proxy`"),
            ({"proxy": "http://127.0.0.1:port"}, "`proxy`"),
            ({"proxy": "http://[::1"}, "`proxy`"),
            ({"proxy": 5}, "`proxy`"),
        ]
        for options, named in wrong:
            with self.subTest(options), self.assertRaisesRegex(ValueError, named):
                client(**options)
        for proxy in ("socks5://user:secret@127.0.0.1", "http://[::1", "http://127.0.0.1:port"):
            for name in ("HTTP_PROXY", "http_proxy"):
                with (
                    self.subTest(proxy, name=name),
                    mock.patch.dict(os.environ, {name: proxy}, clear=True),
                    self.assertRaisesRegex(ValueError, f"`{name}` of the environment") as caught,
                ):
                    client()
                self.assertNotIn("secret", str(caught.exception))
        client(timeout=86_400, grading_timeout=0.001, retries=100)
        with client(endpoint=ENDPOINT + "/") as shop:
            with self.assertRaisesRegex(ValueError, "`timeout`"):
                shop.session(session_id="s", timeout=-1)
            self.assertFalse(shop.session(session_id=session("slash")).found)


if __name__ == "__main__":
    unittest.main()
