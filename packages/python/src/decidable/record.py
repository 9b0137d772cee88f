"""What the service answers, as objects."""

from __future__ import annotations

from datetime import datetime
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    ClassVar,
    Dict,
    List,
    NamedTuple,
    Optional,
    Tuple,
    Type,
    TypeVar,
)

Reader = Callable[[Any], Any]
R = TypeVar("R", bound="Record")


class Field(NamedTuple):
    """A field of a record: its name on the wire, its name here, and how its JSON is read."""

    wire: str
    name: str
    reader: Optional[Reader] = None


class Record:
    """An object that the service answered. It is read-only.

    An optional field that was not answered is None. A field that the service always answers, but left out
    here, because the request asked for that or because it is older than this client, has no value: reading it
    raises AttributeError. Fields that are newer than this client stand in `raw`.
    """

    _fields: ClassVar[Tuple[Field, ...]] = ()

    @classmethod
    def of_json(cls: Type[R], json: Any) -> R:
        """Makes a record of parsed JSON.

        Raises:
            TypeError: the JSON is no object.
        """
        if not isinstance(json, dict):
            raise TypeError(f"{cls.__name__} is read from an object, not from {type(json).__name__}")
        values: Dict[str, Any] = {"_raw": json}
        for wire, name, reader in cls._fields:
            value = json.get(wire)
            if value is not None:
                values[name] = value if reader is None else reader(value)
            elif wire in json:
                values[name] = None
        record = cls.__new__(cls)
        record.__dict__.update(values)
        return record

    @property
    def raw(self) -> Dict[str, Any]:
        """The JSON as it came, with the names of the wire."""
        raw: Dict[str, Any] = self.__dict__["_raw"] if "_raw" in self.__dict__ else {}
        return raw

    if not TYPE_CHECKING:
        # Type checkers would take any name for one of a field.

        def __getattr__(self, name: str) -> Any:
            # Only for names that were not found. Optional fields have None as their default, so they were.
            known = any(field.name == name for field in self._fields)
            why = ": the service has left it out of this answer" if known else ""
            raise AttributeError(f"{type(self).__name__} has no `{name}`{why}")

    def _values(self) -> Dict[str, Any]:
        return {name: getattr(self, name) for _, name, _ in self._fields if hasattr(self, name)}

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Record):
            return NotImplemented
        return self._values() == other._values()

    __hash__ = None  # type: ignore[assignment]  # Its lists may change.

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self._values().items() if value is not None)
        return f"{type(self).__name__}({values})"


def each(reader: Reader) -> Reader:
    """Reads a list by its entries."""

    def read(values: Any) -> List[Any]:
        if not isinstance(values, list):
            raise TypeError(f"a list is read from an array, not from {type(values).__name__}")
        return [reader(value) for value in values]

    return read


def instant(text: str) -> datetime:
    """Reads a time of ISO 8601 in UTC, which Python before 3.11 does not take with a `Z`."""
    return datetime.fromisoformat(text[:-1] + "+00:00" if text.endswith("Z") else text)
